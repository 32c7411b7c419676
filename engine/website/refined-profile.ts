import { stem } from '../text/stem.ts'
import { normalForm, wordsOf } from '../text/text.ts'
import { functionWords } from './function-words.ts'
import { oneLine, type Page } from './pages/page-parts.ts'
import { readPage } from './pages/page-reader.ts'
import { readWebsite } from './pages/statements.ts'
import type { Proposal, WebsiteProfile } from './profile.ts'
import { foldProposals } from './proposals.ts'

/** A model's description of a website: the fields of a profile, as plain texts. */
export interface Refinement {
  name: string
  summary: string
  audience: readonly string[]
  pains: readonly string[]
  keywords: readonly string[]
  competitors: readonly string[]
  communities: readonly string[]
}

/** For each kind of text: the maximum length and number, and the share of its words that the website must contain. */
const bounds = {
  name: { chars: 100, most: 1, share: 1 },
  summary: { chars: 500, most: 1, share: 0.6 },
  audience: { chars: 80, most: 5, share: 0.5 },
  pains: { chars: 80, most: 6, share: 0.5 },
  keywords: { chars: 60, most: 12, share: 0.5 },
  competitors: { chars: 60, most: 8, share: 1 },
  communities: { chars: 24, most: 8, share: 1 },
} as const
type Kind = keyof typeof bounds

/** A page in a form to look up texts in. */
interface PageLookup {
  path: string
  /** Normalized, with single spaces between words. */
  text: string
  stems: ReadonlySet<string>
}

/** Returns the pages as plain text for a model, each cut to `charsMost`. */
export function pageTexts(pages: readonly Page[], charsMost = 6_000): { path: string; text: string }[] {
  const texts = new Map<string, string[]>()
  for (const { page, text, origin } of readWebsite(pages.map(readPage)).statements) {
    if (origin !== 'navigation') texts.set(page, [...(texts.get(page) ?? []), text])
  }
  return [...texts].map(([path, lines]) => ({
    path,
    text: [...new Set(lines)]
      .join('\n')
      .replace(/[^\P{Cc}\n]/gu, ' ')
      .slice(0, charsMost)
      .toWellFormed(),
  }))
}

/**
 * Returns a profile with a model's texts, as far as the pages support them. Other texts are dropped, even if the model
 * was misled. A field without supported texts keeps its proposals.
 */
export function refinedProfile(
  profile: WebsiteProfile,
  refinement: Refinement,
  pages: readonly Page[],
): WebsiteProfile {
  const lookups = pageTexts(pages, Number.POSITIVE_INFINITY).map(({ path, text }): PageLookup => {
    const words = wordsOf(text)
    return { path, text: ` ${words.map(normalForm).join(' ')} `, stems: new Set(words.map(stem)) }
  })
  const list = (kind: Exclude<Kind, 'name' | 'summary'>) =>
    supported(kind, refinement[kind], profile[kind], lookups) ?? profile[kind]
  const one = (kind: 'name' | 'summary') =>
    supported(kind, [refinement[kind]], [profile[kind]].filter(isThere), lookups)?.[0] ?? profile[kind]
  return {
    ...profile,
    name: one('name'),
    summary: one('summary'),
    audience: list('audience'),
    pains: list('pains'),
    keywords: list('keywords'),
    competitors: list('competitors'),
    communities: list('communities'),
    madeBy: 'model',
  }
}

/** Returns the texts that were found anyway or that a page supports; null if none is left. */
function supported(
  kind: Kind,
  texts: readonly string[],
  found: readonly Proposal[],
  lookups: readonly PageLookup[],
): Proposal[] | null {
  const { chars, most } = bounds[kind]
  const kept = texts.slice(0, 4 * most).flatMap((draft) => {
    const text = cleaned(kind, draft)
    if (text === '' || text.length > chars || (kind === 'keywords' && isQuery(text))) return []
    const known = found.find((proposal) => keyOf(proposal.text) === keyOf(text))
    const page = known ? null : pageWith(kind, text, lookups)
    return known ?? (page === null ? [] : { text, origin: 'model' as const, page })
  })
  const folded = foldProposals(kept).slice(0, most)
  return folded.length > 0 ? folded : null
}

function pageWith(kind: Kind, text: string, lookups: readonly PageLookup[]): string | null {
  if (kind === 'communities') return lookups.find((page) => page.text.includes(` r ${normalForm(text)} `))?.path ?? null
  if (kind === 'competitors' || kind === 'name') {
    const words = wordsOf(text).map(normalForm).join(' ')
    return words === '' ? null : (lookups.find((page) => page.text.includes(` ${words} `))?.path ?? null)
  }
  const content = wordsOf(text)
    .filter((word) => !functionWords.has(word.toLowerCase()))
    .map(stem)
  if (content.length === 0) return null
  const share = (has: (word: string) => boolean) => content.filter(has).length / content.length
  if (share((word) => lookups.some(({ stems }) => stems.has(word))) < bounds[kind].share) return null
  const best = lookups.toSorted((a, b) => share((word) => b.stems.has(word)) - share((word) => a.stems.has(word)))
  return best[0]?.path ?? null
}

/** Cleans a text for the form, which separates the entries of a list by commas. */
function cleaned(kind: Kind, draft: string): string {
  const line = oneLine(draft.normalize('NFKC').replace(/\p{Cc}/gu, ' '))
  if (kind === 'communities') return /^(?:\/?r\/)?(\w{3,21})$/.exec(line)?.[1] ?? ''
  return kind === 'name' || kind === 'summary' ? line : line.replace(/\s*[,;].*$/, '')
}

function isQuery(text: string): boolean {
  return !/^[\p{L}\p{N}](?:[\p{L}\p{N} '’&+#./-])*$/u.test(text) || /\b(?:AND|OR|NOT|NEAR)\b|(?:^|\s)-/.test(text)
}

function keyOf(text: string): string {
  return wordsOf(text).map(stem).join(' ')
}

function isThere<T>(value: T | null): value is T {
  return value !== null
}
