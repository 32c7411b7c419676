import type { Command, CommandGroup } from '#platform/web/commands/command.ts'
import { beginsWord, matchWord } from './fuzzy.ts'

export interface Result {
  command: Command
  /** The matched letters of the label. */
  marks: [start: number, end: number][]
}

export interface ResultGroup {
  name: string
  results: Result[]
}

/** The maximum number of results per group; more projects are found by typing. */
const shownOfGroup = 8

/**
 * Returns the results of the palette: all commands, or those that match `query`, with the best group and its best
 * result first; at most `most` per group.
 */
export function resultsOf(
  groups: readonly CommandGroup[],
  query: string,
  recent: readonly string[],
  most = shownOfGroup,
): ResultGroup[] {
  const possible = groups
    .map(({ name, commands }) => ({ name, commands: commands.filter(({ run, keysOnly }) => run && !keysOnly) }))
    .filter(({ commands }) => commands.length > 0)
  const words = query.split(/\s+/).filter(Boolean)
  return words.length === 0 ? everything(possible, recent, most) : matching(possible, words, most)
}

/** The id of the result that searches the leads for the typed text. */
export const leadSearchId = 'search leads'

/** Returns the group that searches the leads for a text. It comes last, and so is the only one if no command matches. */
export function leadSearch(text: string): ResultGroup {
  const command: Command = { id: leadSearchId, label: `Search leads for “${text}”`, icon: 'search', run: () => {} }
  return { name: 'Leads', results: [{ command, marks: [] }] }
}

type Possible = Pick<CommandGroup, 'name' | 'commands'>[]

function everything(groups: Possible, recent: readonly string[], most: number): ResultGroup[] {
  const all = new Map(groups.flatMap(({ commands }) => commands.map((command) => [command.id, command])))
  const before = recent.flatMap((id) => all.get(id) ?? [])
  const shown = new Set(before)
  const lists = groups.map(({ name, commands }) => ({
    name,
    commands: commands.filter((command) => !shown.has(command) && !command.whenTyped),
  }))
  return [{ name: 'Recent', commands: before }, ...lists]
    .filter(({ commands }) => commands.length > 0)
    .map(({ name, commands }) => ({
      name: commands.length > most ? `${name} (${most} of ${commands.length})` : name,
      results: commands.slice(0, most).map((command) => ({ command, marks: [] })),
    }))
}

function matching(groups: Possible, words: readonly string[], most: number): ResultGroup[] {
  return groups
    .map(({ name, commands }) => {
      const scored = commands
        .flatMap((command) => answer(command, name, words) ?? [])
        .sort((one, other) => other.score - one.score)
        .slice(0, most)
      return { name, results: scored, score: scored[0]?.score ?? 0 }
    })
    .filter(({ results }) => results.length > 0)
    .sort((one, other) => other.score - one.score)
}

/** The score of a word found outside the command's label: lower than for a match in the label. */
const asideScore = 0.2

/** Matches a command if each word is in its label, in the name of its group or among its other words. */
function answer(command: Command, group: string, words: readonly string[]): (Result & { score: number }) | null {
  let score = 0
  const marks: Result['marks'] = []
  for (const word of words) {
    const match = matchWord(word, command.label)
    if (match) {
      score += match.score
      marks.push(...match.marks)
    } else if (beginsWord(word, `${group} ${command.words ?? ''}`)) score += asideScore
    else return null
  }
  return { command, marks: merged(marks), score }
}

/** Sorts and merges ranges, because two words may match the same letters. */
function merged(marks: Result['marks']): Result['marks'] {
  const ranges: Result['marks'] = []
  for (const [start, end] of marks.toSorted(([one], [other]) => one - other)) {
    const last = ranges.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else ranges.push([start, end])
  }
  return ranges
}
