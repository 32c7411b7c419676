import { placeName } from '../places/places.ts'
/** The most canned replies of a project. */
export const cannedRepliesMax = 100

/** What a canned reply can say of its lead and project. */
export const cannedVariables = ['author', 'subreddit', 'product', 'website', 'firstName'] as const
export type CannedVariable = (typeof cannedVariables)[number]

/** What each variable stands for. */
export const cannedVariableHints: Record<CannedVariable, string> = {
  author: "the author's name on Reddit",
  subreddit: 'the community, such as r/smallbusiness',
  product: "your project's name",
  website: "your project's website",
  firstName: 'your own first name',
}

/** A variable, and what to say instead if its value is unknown: `{author}` or `{author|there}`. */
const placeholder = /\{([^{}|]*)(?:\|([^{}]*))?\}/g

/** Returns the first variable of a text that isn't one of these, in its braces; null if all are. */
export function unknownVariable(text: string, variables: readonly string[] = cannedVariables): string | null {
  for (const [all, name = ''] of text.matchAll(placeholder)) {
    if (!variables.includes(name)) return all
  }
  return null
}

/** What the variables stand for in a reply to one lead. */
export interface CannedValues {
  /** Null if the author is unknown. */
  author: string | null
  /** Without `r/`; null outside of a community. */
  subreddit: string | null
  product: string
  website: string | null
  /** The name of the user who replies. It may be their address. */
  username: string
}

/** Returns a canned reply with its variables filled in. */
export function fillCanned(text: string, { author, subreddit, product, website, username }: CannedValues): string {
  const values: Record<CannedVariable, string | null> = {
    author,
    subreddit: subreddit === null ? null : placeName(subreddit),
    product,
    website,
    firstName: firstNameOf(username),
  }
  // Without a website, its name is all there is to say.
  const otherwise = { author: 'there', subreddit: 'Reddit', product, website: product, firstName: '' }
  return fillVariables(
    text,
    cannedVariables,
    (variable, fallback) => values[variable] ?? fallback ?? otherwise[variable],
  )
}

/** Returns a text with each of these variables replaced. `fallback` is null if the text has none for it. */
export function fillVariables<Variable extends string>(
  text: string,
  variables: readonly Variable[],
  valueFor: (variable: Variable, fallback: string | null) => string,
): string {
  return text.replaceAll(placeholder, (all, name: string, fallback: string | undefined) => {
    const variable = variables.find((each) => each === name)
    return variable === undefined ? all : valueFor(variable, fallback ?? null)
  })
}

/** Returns a user's first name: the first word of their name, or of what their address says before the `@`. */
export function firstNameOf(username: string): string {
  const [own = ''] = username.trim().split('@')
  const [first = ''] = own.split(username.includes('@') ? /[\s._+\d-]+/ : /\s+/).filter((word) => word !== '')
  const name = first || own
  return name.charAt(0).toUpperCase() + name.slice(1)
}
