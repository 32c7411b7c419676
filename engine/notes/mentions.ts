/** A member as a note's text names them: a mention is stored by ID, so that it survives a new address. */
export interface Mentionable {
  id: string
  /** Null once they have left the project. */
  name: string | null
}

/** A part of a note's text: words, or a mention. */
export type NotePart = { text: string } | { mention: string }

const token = /<@([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})>/g

/** The most people that a note can mention. */
export const mentionsMax = 20

/** Returns the IDs of the users that a text mentions, each once. */
export function mentionedIn(text: string): string[] {
  return [...new Set([...text.matchAll(token)].map(([, id = '']) => id))]
}

/** Splits a text at its mentions. */
export function notePartsOf(text: string): NotePart[] {
  const parts: NotePart[] = []
  let from = 0
  for (const { index, 0: all, 1: mention = '' } of text.matchAll(token)) {
    if (index > from) parts.push({ text: text.slice(from, index) })
    parts.push({ mention })
    from = index + all.length
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
  return parts
}

/** Returns how a mention reads. */
export function mentionText(id: string, people: readonly Mentionable[]): string {
  return `@${people.find((each) => each.id === id)?.name ?? 'former member'}`
}

/** Returns a text as people read it, with names in place of IDs. */
export function readableNote(text: string, people: readonly Mentionable[]): string {
  return notePartsOf(text)
    .map((part) => ('text' in part ? part.text : mentionText(part.mention, people)))
    .join('')
}

/** Returns a text to edit: names in place of IDs, but for people without a name, who can't be found again by it. */
export function editableNote(text: string, people: readonly Mentionable[]): string {
  return text.replaceAll(token, (all, id) => {
    const name = people.find((each) => each.id === id)?.name
    return name ? `@${name}` : all
  })
}

/** Returns a typed text to store: the ID in place of each name after an `@`. Of two names, the longer one counts. */
export function storableNote(typed: string, people: readonly Mentionable[]): string {
  const named = people.flatMap(({ id, name }) => (name ? [{ id, name }] : []))
  const longestFirst = named.toSorted((a, b) => b.name.length - a.name.length)
  let stored = ''
  for (let at = 0; at < typed.length; ) {
    const begins = typed[at] === '@' && !isWordCharacter(typed[at - 1] ?? '')
    const found = begins ? longestFirst.find(({ name }) => startsWithName(typed.slice(at + 1), name)) : undefined
    stored += found ? `<@${found.id}>` : typed[at]
    at += 1 + (found?.name.length ?? 0)
  }
  return stored
}

/** Returns the name that is being typed after the last `@` before the caret; null if none is. */
export function typedMention(text: string, caret: number): { from: number; name: string } | null {
  const found = /(?<![\p{L}\p{N}])@([\p{L}\p{N}._+@-]{0,60})$/u.exec(text.slice(0, caret))
  return found ? { from: found.index, name: found[1] ?? '' } : null
}

function startsWithName(text: string, name: string): boolean {
  return text.slice(0, name.length).toLowerCase() === name.toLowerCase() && !isWordCharacter(text[name.length] ?? '')
}

function isWordCharacter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character)
}
