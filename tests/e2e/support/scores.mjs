// Every number of a result page, and what each should be.
import { expect } from "@playwright/test";
import { suite } from "./official.mjs";

/** Metrics as the page calls them. */
const metricNames = {
  macro_f1: "Macro F1",
  macro_f1_gold: "Macro F1 (gold classes)",
  null_weighted_f1: "Null-weighted F1",
  normalized_accuracy: "Normalized accuracy",
  balanced_accuracy: "Balanced accuracy",
  plain_accuracy: "Accuracy",
  rouge_l_f1: "ROUGE-L",
  rouge_l_precision: "ROUGE-L precision",
  rouge_l_recall: "ROUGE-L recall",
  rouge_l_mean: "ROUGE-L (plain mean)",
  chrf_pp: "chrF++",
  chrf_pp_mean: "chrF++ (mean of rows)",
  bert_score_f1: "BERTScore",
  metric_x24: "MetricX-24",
};

/**
 * What the result page shows, in full precision: `table` by view and column, `tasks` by task with
 * both readings of each metric, `confusion` by task.
 */
export async function readScores(page) {
  return page.evaluate(() => {
    const text = (node) => node.textContent.trim().replace(/\s+/g, " ");
    const rounded = [];
    // Every number stands on the page twice: rounded for people, in full for programs.
    const number = (cell) => {
      const score = cell.querySelector("data.score");
      if (!score) return null;
      rounded.push([text(score), Number(score.value)]);
      return Number(score.value);
    };
    const table = {};
    for (const row of document.querySelectorAll("table.result-row")) {
      const view = /paper/i.test(row.caption.textContent) ? "paper" : "seahelm";
      table[view] = {};
      for (const cell of row.querySelectorAll("tbody td")) {
        const facts = [...cell.querySelectorAll(".result-facts li")].map(text);
        const label = cell.dataset.label.replace(/( average)?: incomplete$/, ": incomplete");
        table[view][label] = { value: number(cell), facts };
      }
    }
    const tasks = {};
    const confusion = {};
    for (const details of document.querySelectorAll("details.task-details")) {
      const id = text(details.querySelector("summary strong"));
      tasks[id] = {};
      for (const line of details.querySelectorAll("table.table tbody tr")) {
        const name = line.querySelector("th").firstChild.textContent.trim();
        const [parity, lenient] = [...line.querySelectorAll("td")].map(number);
        tasks[id][name] = { parity, lenient };
      }
      const lines = [...details.querySelectorAll("table.confusion tbody tr")];
      const count = (cell) => Number(cell.textContent.replaceAll(",", ""));
      confusion[id] = lines.length
        ? lines.map((line) => [...line.querySelectorAll("td:not(.confusion-sum)")].map(count))
        : null;
    }
    return { table, tasks, confusion, rounded };
  });
}

/** Checks every number of the page against the native ones, bit for bit, and its rounding. */
export async function expectScores(page, native, policy) {
  const shown = await readScores(page);
  const ids = Object.keys(native.tasks);

  const tasks = {};
  for (const id of ids) {
    tasks[id] = {};
    for (const [metric, parity] of Object.entries(native.tasks[id])) {
      tasks[id][metricNames[metric]] = { parity, lenient: native.lenient[id][metric] };
    }
  }
  expect(shown.tasks, "task by task").toEqual(tasks);
  expect(shown.confusion, "confusion").toEqual(native.confusion);
  expect(shown.table, "the paper's row and SEA-HELM's").toEqual({
    paper: row("paper", native, policy),
    seahelm: row("seahelm", native, policy),
  });
  for (const [text, value] of shown.rounded) {
    expect(text, `${value}, rounded`).toMatch(/^\d+\.\d\d$/);
    expect(Math.abs(Number(text) - value), `${value}, rounded to ${text}`).toBeLessThanOrEqual(0.005 + 1e-12);
  }
  return shown;
}

/** One row of results: a cell for each column by its name, with what stands below the number. */
function row(view, native, policy) {
  const cells = {};
  for (const task of suite.tasks) {
    const metrics = view === "paper" ? task.paper_metrics : [task.seahelm_metric];
    for (const metric of metrics) {
      cells[`${task.id} ${metricNames[metric]}`] = taskCell(task, metric, native, policy);
    }
  }
  for (const average of suite.averages) {
    if (average.view !== view) continue;
    const value = native.averages[average.id];
    const name = average.name.en;
    const parts = average.parts.length;
    const label =
      value === null ? `${name}: incomplete`
      : view === "paper" ? `${name} average`
      : `${name}, SEA-HELM`;
    const facts = value === null ? [expect.stringMatching(new RegExp(`^\\d+ of ${parts}$`))] : [];
    cells[label] = { value, facts };
  }
  return cells;
}

function taskCell(task, metric, native, policy) {
  const metrics = native.tasks[task.id];
  if (!metrics) return { value: null, facts: ["not in this run"] };
  const value = metrics[metric];
  if (value === null) return { value, facts: [expect.stringMatching(/^(not computed|no answers yet)$/)] };
  const counts = native.counts[task.id];
  const nScored = policy === "strict" ? counts.n_answered : counts.n_chosen - counts.n_not_asked;
  const first = task.metrics.find((metric) => metrics[metric] !== null);
  const facts = [`${grouped(nScored)}/${grouped(counts.n_rows)}`];
  if (counts.interval && metric === first) {
    facts.unshift(counts.interval.map((end) => end.toFixed(1)).join("–"));
  }
  if (counts.n_null > 0) facts.push(`${grouped(counts.n_null)} unreadable`);
  if (counts.n_chosen > nScored) facts.push(`${grouped(counts.n_chosen - nScored)} unscored`);
  // Of a part, the reference would take the labels that happen to be among the rows.
  if (metric === "normalized_accuracy" && nScored < counts.n_rows) {
    facts.push(`baseline from the task (1/${task.labels.length})`);
  }
  return { value, facts };
}

const grouped = (n) => n.toLocaleString("en-US");

/** Checks the numbers written into a record against the native ones, bit for bit. */
export function expectRecordScores(record, native) {
  const written = Object.fromEntries(
    record.scores.map(({ task, metric, value }) => [`${task} ${metric}`, value]),
  );
  const expected = {};
  for (const [task, metrics] of Object.entries(native.tasks)) {
    for (const [metric, value] of Object.entries(metrics)) expected[`${task} ${metric}`] = value;
  }
  for (const [average, value] of Object.entries(native.averages)) expected[`${average} mean`] = value;
  expect(written).toEqual(expected);
}
