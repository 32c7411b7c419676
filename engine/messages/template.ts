import {
  type CannedValues,
  cannedVariableHints,
  cannedVariables,
  fillVariables,
  firstNameOf,
  unknownVariable,
} from '../replies/canned.ts'

/** In UTF-16 units: Reddit's limit for a message. */
export const templateMost = 10_000

/** What a message of a campaign can say: what canned replies can, and more about the lead. */
export const templateVariables = [...cannedVariables, 'title'] as const
type TemplateVariable = (typeof templateVariables)[number]

/** What each variable stands for. */
export const templateVariableHints: Record<TemplateVariable, string> = {
  ...cannedVariableHints,
  title: "the title of the lead's thread",
}

interface TemplateValues extends CannedValues {
  /** Of the thread in which the person was met; null if it is unknown. */
  title: string | null
}

/** Why a text can't be sent, for people; null if it can. */
export type TemplateFault = string

/** Returns why no message can be made from a text, whoever it goes to; null if it can. */
export function templateFault(text: string): TemplateFault | null {
  const unknown = unknownVariable(text, templateVariables)
  if (unknown === null) return text.trim() === '' ? emptyText : null
  const valid = templateVariables.map((name) => `{${name}}`)
  return `The variable ${unknown} doesn't exist. Use ${valid.slice(0, -1).join(', ')}, or ${valid.at(-1)}.`
}

/**
 * Returns the message of a campaign to one person, or why there is none.
 * Markdown in the values is escaped, so that it is only text.
 */
export function fillTemplate(
  text: string,
  { author, subreddit, title, product, website, username }: TemplateValues,
): { text: string } | { fault: TemplateFault } {
  const fault = templateFault(text)
  if (fault !== null) return { fault }
  const values: Record<TemplateVariable, string | null> = {
    author: author === null ? null : plain(author),
    subreddit: subreddit === null ? null : `r/${isName(subreddit) ? subreddit : plain(subreddit)}`,
    title: title === null ? null : plain(title),
    product: plain(product),
    website: website === null ? null : isAddress(website) ? website : plain(website),
    firstName: plain(firstNameOf(username)),
  }
  const missing: TemplateVariable[] = []
  const filled = fillVariables(text, templateVariables, (variable, fallback) => {
    const value = values[variable] || fallback
    if (value === null) missing.push(variable)
    return value ?? ''
  })
  const [first] = missing
  if (first) return { fault: `{${first}} is unknown for this person. Add other words for it: {${first}|...}.` }
  if (filled.trim() === '') return { fault: emptyText }
  if (filled.length > templateMost)
    return { fault: `This message has ${filled.length.toLocaleString('en')} characters. Reddit takes at most 10,000.` }
  return { text: filled }
}

const emptyText = 'Nothing is left of this message once its variables are filled in. Write more.'

/** Returns a value as text that Reddit shows as it is: on one line, without Markdown and mentions of users. */
function plain(value: string): string {
  return value
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_~^[\]()<>#|!&]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])u\//giu, (mention) => `${mention[0]}\\/`)
    .replace(/^(?:[-+](?=\s)|\d+(?=[.)]))/, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`))
}

/** Escaping would break the link that Reddit makes of a community or address. */
function isName(text: string): boolean {
  return /^\w{1,50}$/.test(text)
}

function isAddress(text: string): boolean {
  return /^(?:https?:\/\/)?[\p{L}\p{N}.-]+\.\p{L}{2,}(?::\d+)?(?:[/?][\w./?=&%#+-]*)?$/u.test(text)
}
