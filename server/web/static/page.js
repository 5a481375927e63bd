"use strict";
// The page asks the same operations as every other door, and writes answers as text, never as markup.

function node(tag, options = {}, ...children) {
  const made = document.createElement(tag);
  if (options.kind) made.className = options.kind;
  if (options.text !== undefined) made.textContent = options.text;
  made.append(...children.filter(Boolean));
  return made;
}

// Texts name keys and commands between backticks.
const marked = (text) => text.split("`").map((part, place) => (place % 2 ? node("code", { text: part }) : part));

const ref = (text) => node("span", { kind: "ref", text });
const refs = (list) => node("span", { kind: "ref", text: list && list.length ? ` ${list.join(", ")}` : "" });
const list = (tag, items) => (items.length ? node(tag, {}, ...items) : null);
const notes = (answer) => (answer.caveats || []).map((text) => node("p", { kind: "soft" }, "Note: ", ...marked(text)));

async function ask(tool, request) {
  const response = await fetch(`/api/${tool}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
  const body = await response.text();
  let answer;
  try {
    answer = JSON.parse(body);
  } catch {
    throw new Error(body || `The server answered ${response.status}.`);
  }
  if (answer.error) throw new Error(answer.error.message);
  return answer;
}

function foundRules(answer) {
  const rules = answer.results.map((rule) =>
    node("li", {}, ref(rule.ref), node("span", { kind: "soft", text: ` ${rule.heading}` }), node("div", { text: rule.text }),
      list("ul", (rule.examples || []).map((text) => node("li", { kind: "soft", text: `Example: ${text}` })))));
  const corrections = (answer.corrections || []).map((correction) =>
    node("p", {}, node("strong", { text: "Not so: " }), node("span", { text: `${correction.claim} ${correction.truth}` }), refs(correction.rules)));
  const words = (answer.words || []).map((word) =>
    node("p", { kind: "soft", text: [`${word.word} (${word.of}): ${word.here.join(", ") || "nothing here"}.`, word.note].filter(Boolean).join(" ") }));
  return [...corrections, ...words, list("ol", rules), ...notes(answer)];
}

function shownCard(answer) {
  const card = answer.card;
  if (!card) {
    const names = answer.near.map((near) => {
      const button = node("button", { kind: "link", text: near.full_name });
      button.addEventListener("click", () => {
        document.getElementById("card-name").value = near.full_name;
        document.getElementById("card-form").requestSubmit();
      });
      return node("li", {}, button);
    });
    return [...notes(answer), list("ul", names)];
  }
  const facts = [card.inks.join(", "), card.type, `cost ${card.cost}`, card.inkwell ? "inkable" : "not inkable"];
  if (card.strength !== undefined) facts.push(`strength ${card.strength}`);
  if (card.willpower !== undefined) facts.push(`willpower ${card.willpower}`);
  if (card.lore !== undefined) facts.push(`lore ${card.lore}`);
  if (card.move_cost !== undefined) facts.push(`move cost ${card.move_cost}`);
  const lines = (card.text || "").split("\n").map((text) => node("p", { text }));
  const clarified = (card.clarifications || []).map((text) => node("li", { text }));
  const formats = Object.entries(card.legality).map(([name, state]) => `${name}: ${state}`).join("; ");
  return [
    node("h3", { text: card.full_name }),
    node("p", { kind: "soft", text: [...facts, ...(card.classifications || [])].join(" · ") }),
    ...lines,
    clarified.length ? node("h3", { text: "Official clarifications" }) : null,
    list("ul", clarified),
    node("p", { kind: "soft", text: `Legality: ${formats}. Printed: ${card.printings.map((each) => each.identifier).join("; ")}` }),
    ...notes(answer),
  ];
}

function shownRuling(answer) {
  const good = answer.verdict === "holds";
  const texts = answer.rule_texts || {};
  const events = answer.timeline.map((event) => {
    const deciding = (event.rules || [])[0];
    return node("li", {}, node("span", { text: event.text }), refs(event.rules),
      texts[deciding] ? node("div", { kind: "soft", text: texts[deciding] }) : null);
  });
  const checks = answer.checks.map((check) =>
    node("li", {}, node("span", { kind: check.holds ? "holds" : "fails", text: check.holds ? "holds " : "fails " }),
      node("span", { text: `${JSON.stringify(check.fact)}${check.holds ? "" : `, actually ${JSON.stringify(check.actual)}`}` }),
      ...(check.reasons || []).flatMap((reason) => [node("span", { text: `; ${reason.text}` }), refs(reason.rules)])));
  const refusals = (answer.refusals || []).flatMap((refusal) =>
    refusal.reasons.map((reason) => node("li", {}, node("span", { text: `Step ${refusal.step}: ${reason.text}` }), refs(reason.rules))));
  const clauses = (answer.unsupported || []).map((clause) =>
    node("li", { text: `${clause.card}: ${clause.text} (${clause.reason})` }));
  const options = answer.open
    ? (answer.open.options || []).map((option) => node("li", { text: `${option.text}: ${JSON.stringify(option.answer)}` }))
    : [];
  const left = answer.answers || {};
  const unfit = (left.illegal || []).map((refused) =>
    node("li", {}, node("span", { text: `${JSON.stringify(refused.answer)} is not legal: ${refused.reasons.map((reason) => reason.text).join("; ")}` }),
      refs(refused.reasons.flatMap((reason) => reason.rules || []))));
  return [
    node("p", {}, node("strong", { text: answer.ruling })),
    node("p", { kind: good ? "holds" : "fails", text: `Verdict: ${answer.verdict}` }),
    clauses.length ? node("h3", { text: "Not executed" }) : null,
    list("ul", clauses),
    refusals.length ? node("h3", { text: "Refused" }) : null,
    list("ul", refusals),
    answer.open ? node("h3", { text: `Open decision: ${answer.open.decision}` }) : null,
    list("ul", options),
    unfit.length ? node("h3", { text: "Answers that settled nothing" }) : null,
    list("ul", unfit),
    events.length ? node("h3", { text: "What happens" }) : null,
    list("ol", events),
    checks.length ? node("h3", { text: "What was asked" }) : null,
    list("ul", checks),
    ...notes(answer),
  ];
}

function shownDeck(answer) {
  const reasons = answer.reasons.map((reason) => node("li", {}, node("span", { text: reason.text }), refs([reason.section, ...(reason.also || [])])));
  const remedies = answer.remedies.map((text) => node("li", { text }));
  const lines = answer.lines.filter((line) => line.problem || line.note).map((line) =>
    node("li", { text: `Line ${line.line}, ${line.text}: ${line.problem || line.note}.${line.near ? ` Near: ${line.near.join("; ")}.` : ""}` }));
  const days = [
    answer.legal_until ? `Legal until ${answer.legal_until}. ${(answer.then || []).join(" ")}` : "",
    answer.legal_from ? `Legal from ${answer.legal_from}, as it is.` : "",
  ].filter(Boolean).map((text) => node("p", { text }));
  const counts = answer.counts;
  const each = (copies) => Object.entries(copies).map(([name, number]) => `${name} ${number}`).join(", ");
  const title = document.querySelector(`#deck-format option[value=${answer.format}]`).textContent;
  return [
    node("p", { kind: answer.legal ? "holds" : "fails", text: `${answer.legal ? "Legal" : "Not legal"} in ${title} on ${answer.date}` }),
    list("ul", reasons),
    remedies.length ? node("h3", { text: "To make it legal" }) : null,
    list("ul", remedies),
    ...days,
    lines.length ? node("h3", { text: "Lines to look at" }) : null,
    list("ul", lines),
    counts.cards ? node("p", { kind: "soft", text: `${counts.cards} cards: ${each(counts.types)}. Inks: ${each(counts.inks)}.` }) : null,
    ...notes(answer),
  ];
}

function connect(name, tool, request, render) {
  const form = document.getElementById(`${name}-form`);
  const result = document.getElementById(`${name}-result`);
  const button = form.querySelector("button");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      result.replaceChildren(...render(await ask(tool, request(new FormData(form)))).filter(Boolean));
    } catch (error) {
      result.replaceChildren(node("p", { kind: "fails" }, ...marked(error.message)));
    } finally {
      button.disabled = false;
    }
  });
}

connect("search", "search_rules", (form) => ({ query: form.get("query"), detail: "full" }), foundRules);
connect("card", "get_card", (form) => ({ name: form.get("name"), detail: "full" }), shownCard);
connect("check", "check_scenario", (form) => ({ scenario: form.get("scenario"), detail: "full" }), shownRuling);
connect("deck", "check_deck", (form) => ({ list: form.get("list"), format: form.get("format"), date: form.get("date") || null, detail: "full" }), shownDeck);

// A link such as /?search=drying or /?card=Stitch opens with its answer.
async function open() {
  const example = await fetch("/examples/first_ruling.yaml");
  document.getElementById("check-scenario").value = example.ok ? await example.text() : "";
  const link = new URLSearchParams(location.search);
  for (const [name, field] of [["search", "search-query"], ["card", "card-name"], ["check", "check-scenario"], ["deck", "deck-list"]]) {
    if (link.has(name)) {
      if (link.get(name)) document.getElementById(field).value = link.get(name);
      document.getElementById(`${name}-form`).requestSubmit();
    }
  }
}

open();
