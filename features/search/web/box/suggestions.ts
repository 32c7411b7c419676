/** A way to continue a query. */
export interface Suggestion {
  /** What is inserted. */
  label: string
  hint: string
  /** The whole query with it. */
  text: string
}

/** The operators with their meaning; those that end in a sign wait for a value. */
const operators: readonly [operator: string, hint: string][] = [
  ['AND', 'Both sides'],
  ['OR', 'Either side'],
  ['NOT', 'Excludes the next word'],
  ['NEAR/5', 'At most five words between both sides'],
  ['title:', 'A word in the title'],
  ['body:', 'A word in the text'],
  ['subreddit:', 'A community'],
  ['author:', 'A username'],
  ['type:', 'Posts or comments'],
  ['lang:', 'A language, such as en'],
  ['after:', 'Posted since, such as 7d or 2026-01-31'],
  ['before:', 'Posted before, such as 30d or 2026-01-31'],
  ['score>', 'More votes than a number'],
]

const values: Record<string, readonly [value: string, hint: string][]> = {
  'type:': [
    ['post', 'Posts only'],
    ['comment', 'Comments only'],
  ],
  'after:': [
    ['24h', 'The last 24 hours'],
    ['7d', 'The last 7 days'],
    ['30d', 'The last 30 days'],
  ],
  'before:': [
    ['7d', 'More than 7 days ago'],
    ['30d', 'More than 30 days ago'],
  ],
  'lang:': [
    ['en', 'English'],
    ['de', 'German'],
    ['es', 'Spanish'],
    ['fr', 'French'],
  ],
  'score>': [
    ['5', 'More than 5 votes'],
    ['50', 'More than 50 votes'],
  ],
}

const shownMost = 8

/** Returns how the last word of a query can go on: an operator by its first letters, or the value of a filter. */
export function suggestionsFor(typed: string, communities: readonly string[]): Suggestion[] {
  if (isInQuotes(typed)) return []
  const word = /[^\s()]*$/.exec(typed)?.[0] ?? ''
  const minus = word.startsWith('-') ? '-' : ''
  const last = word.slice(minus.length)
  const before = typed.slice(0, typed.length - last.length)
  const [, filter = '', value = ''] = /^(\w+[:>])(.*)$/.exec(last) ?? []
  if (filter !== '') {
    const known =
      filter.toLowerCase() === 'subreddit:'
        ? communities.map((name) => [name, ''] as const)
        : values[filter.toLowerCase()]
    return (known ?? [])
      .filter(([each]) => startsWith(each, value) && each.toLowerCase() !== value.toLowerCase())
      .slice(0, shownMost)
      .map(([each, hint]) => ({ label: `${filter}${each}`, hint, text: `${before}${filter}${each} ` }))
  }
  if (last === '') return []
  const isFirst = before.trim() === ''
  return operators
    .filter(
      ([operator]) =>
        startsWith(operator, last) && operator !== last && !(isWord(operator) && (isFirst || minus !== '')),
    )
    .map(([operator, hint]) => ({ label: operator, hint, text: `${before}${operator}${isWord(operator) ? ' ' : ''}` }))
}

/** Returns whether an operator stands between words. */
function isWord(operator: string): boolean {
  return /^[A-Z]/.test(operator)
}

function startsWith(text: string, beginning: string): boolean {
  return text.toLowerCase().startsWith(beginning.toLowerCase())
}

function isInQuotes(typed: string): boolean {
  return (typed.replace(/\\./g, '').match(/"/g)?.length ?? 0) % 2 === 1
}
