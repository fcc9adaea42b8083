// Files for papers and boards, and two signatures side by side.
import { expect, test } from "./fixtures.mjs";
import { answerByPrompt } from "./support/answers.mjs";
import { choosePolicy, download, expectResult, fillNewRun, open, start, toResult, untilFinished } from "./support/page.mjs";
import { inFilipino } from "./support/states.mjs";

const formats = (page) => page.getByLabel("For a paper or a leaderboard");
const paperCell = (page, label) =>
  page.getByRole("table", { name: /^(As|In the columns of) the Batayan paper/ }).locator(`td[data-label^="${label}"] .score`);

async function take(page, format) {
  await formats(page).selectOption(format);
  return download(page, "Download");
}

async function signature(page) {
  const fold = page.locator("details").filter({ has: page.getByText("Signature", { exact: true }) });
  if ((await fold.getAttribute("open")) === null) await fold.getByText("Signature", { exact: true }).click();
  return (await fold.locator("pre").textContent()).trim();
}

test("every format is one press away and holds the numbers of the page", async ({ page }) => {
  await open(page, "result/?id=sample");
  await expectResult(page);
  const sa = (await paperCell(page, "SA Macro F1").textContent()).trim();
  expect(sa).toMatch(/^\d+\.\d\d$/);

  const markdown = await take(page, "Markdown");
  expect(markdown.name).toBe("Sample.md");
  expect(markdown.text).toContain(`| SA | Macro F1 | ${sa} |`);
  expect(markdown.text).toMatch(/Rows without a usable reply .* \(policy (strict|parity)\)\./);

  const latex = await take(page, "LaTeX");
  expect(latex.name).toBe("Sample.tex");
  expect(latex.text).toContain(`& ${sa}$^{\\dagger}$ &`);
  expect(latex.text).toContain("\\toprule");

  const log = JSON.parse((await take(page, "Every Eval Ever (JSON)")).text);
  const one = log.evaluation_results.find((result) => result.evaluation_result_id === "SA.macro_f1");
  expect(one.score_details.score.toFixed(2)).toBe(sa);

  const methods = await take(page, "Methods paragraph");
  expect(methods.name).toBe("Sample.methods.txt");
  expect(methods.text).toContain("samples made for a first look");

  const yaml = await take(page, "Hugging Face (.eval_results, YAML)");
  expect(yaml.name).toBe("Sample.eval_results.yaml");
  expect(yaml.text.trimEnd().split("\n").at(-1), "no sample number for a leaderboard").toBe("[]");

  const line = await signature(page);
  for (const { text } of [markdown, latex, methods, yaml]) expect(text).toContain(line);
});

test("a file follows the rule for rows without a reply, and keeps no key", async ({ page, mock }) => {
  mock.answer = answerByPrompt;
  await fillNewRun(page, { address: mock.url, key: "sk-lihim-na-susi", kind: "Sample rows", tasks: ["SA"], rows: 5 });
  await start(page);
  await untilFinished(page);
  await toResult(page);
  for (const policy of ["parity", "strict"]) {
    await choosePolicy(page, policy);
    for (const format of ["Markdown", "LaTeX", "Methods paragraph", "Hugging Face (.eval_results, YAML)"]) {
      const { text } = await take(page, format);
      expect(text).toContain(`(policy ${policy})`);
      expect(text).not.toContain("lihim");
    }
  }
});

test("a pasted signature shows what differs", async ({ page }) => {
  await open(page, "result/?id=sample");
  await expectResult(page);
  const line = await signature(page);
  const field = page.getByLabel("Paste another signature");
  await field.fill(`Signature: \`${line}\``);
  await expect(page.getByText("Both are the same.")).toBeVisible();

  await field.fill(line.replace("|profile:v1|", "|profile:head|"));
  const table = page.getByRole("table", { name: "Where they differ" });
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table.getByRole("row").last()).toHaveText(/profile\s*v1\s*head/);

  await field.fill(line.replace("|profile:v1|", "|"));
  await expect(table.getByRole("row").last()).toHaveText(/profile\s*v1\s*not there/);

  await field.fill("61.05");
  await expect(page.getByText("This is no signature: one begins with suite: and ends with program:.")).toBeVisible();
  await expect(table).toHaveCount(0);
  await field.fill("");
  await expect(page.getByText("This is no signature")).toHaveCount(0);
});

test("in Filipino, too", async ({ page }) => {
  await open(page, "result/?id=sample");
  await expectResult(page);
  await inFilipino(page);
  await expect(page.getByLabel("Para sa paper o leaderboard")).toBeVisible();
  await page.getByText("Signature", { exact: true }).click();
  await page.getByLabel("I-paste ang ibang signature").fill("wala");
  await expect(page.getByText("Hindi ito signature: nagsisimula iyon sa suite: at nagtatapos sa program:.")).toBeVisible();
});
