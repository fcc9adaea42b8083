// Replies of a model that does not exist: right, wrong, untidy, stray and empty ones, told apart by
// nothing but the prompt, so that any order of requests gives the same replies.
import { goldOf, noOfficialRows, officialRows, suite } from "./official.mjs";

/** FNV-1a, 32 bits. */
export function hashOf(text) {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text, "utf8")) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

/** The first rows of every task, to find by their prompts what would be right. */
const known = new Map(
  suite.tasks.map((task) => [task.id, noOfficialRows ? [] : officialRows(task).slice(0, 60)]),
);

/** The task a prompt (profile v1, Filipino, zero-shot) belongs to. */
export function taskOf(prompt) {
  return suite.tasks.find(({ v1 }) => prompt.startsWith(v1.template.split("{")[0]));
}

function rowOf(task, prompt) {
  return known.get(task.id).find(({ prompts: [fields] }) =>
    task.prompt_fields.every((name) => prompt.includes(fields[name])),
  );
}

/** What the model that does not exist says: an `answer` for the mock. */
export function answerByPrompt({ prompt }) {
  const task = taskOf(prompt);
  if (!task) return "Hindi ko po alam.";
  const chance = hashOf(prompt);
  const row = rowOf(task, prompt);
  return task.labels.length > 0 ? labelReply(task, row, chance) : textReply(task, row, chance);
}

function labelReply(task, row, chance) {
  const words = task.labels.map(({ answer }) => answer);
  const right = row ? goldOf(task, row) : words[chance % words.length];
  const wrong = words[(words.indexOf(right) + 1) % words.length];
  switch ((chance >>> 8) % 16) {
    case 0:
    case 1:
    case 2:
      return `Sagot: ${wrong}`;
    case 3:
      return `**Sagot:** ${right}`;
    case 4:
      return `Pag-isipan natin.\n\nSagot: **${right}**.\nSalamat!`;
    case 5:
      return `Ang tamang sagot ay ${right}.`;
    case 6:
      return "Hindi ko po masasagot iyan.";
    case 7:
      return { content: "" };
    case 8:
      return { content: `Sagot: ${wrong}`, finishReason: "length" };
    case 9:
      return `sagot: ${right.toLowerCase()}`;
    default:
      return `Sagot: ${right}`;
  }
}

function textReply(task, row, chance) {
  const tag = task.head.answer_tag;
  const gold = row ? goldOf(task, row) : "Walang pamagat ang tekstong ito.";
  const words = gold.split(" ");
  switch ((chance >>> 8) % 8) {
    case 0:
      return `${tag} ${words.toReversed().join(" ")}`;
    case 1:
      return `**${tag}** ${gold}`;
    case 2:
      return words.filter((_, idx) => idx % 4 !== 2).join(" ");
    case 3:
      return { content: "" };
    case 4:
      return { content: `${tag} ${words.slice(0, 3).join(" ")}`, finishReason: "length" };
    default:
      return `${tag} ${words.filter((_, idx) => idx % 5 !== 3).join(" ")}`;
  }
}

/** Answers the first `n` requests and leaves the others open until `reopen` is called. */
export function answerOnly(mock, n) {
  let reopen;
  const opened = new Promise((resolve) => (reopen = resolve));
  mock.answer = async ({ idx, prompt }) => {
    if (idx >= n) await opened;
    return answerByPrompt({ prompt });
  };
  return { reopen };
}
