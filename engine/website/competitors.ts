import { letters } from './name.ts'
import { pathOf, type Website } from './pages/statements.ts'
import type { Proposal } from './profile.ts'
import { wellKnown } from './well-known.ts'

const competitorsMost = 8
const ofFieldMost = 4
/** Per text. */
const namesMost = 20

/** One to three capitalized words, or words in a brand's own spelling: Nimbus Desk, monday.com, eBay. */
const aName =
  "((?:[\\p{Lu}\\d][\\p{L}\\p{N}+&’'.-]*|\\p{Ll}+\\.(?:com|io|app|ai|co)|\\p{Ll}\\p{Lu}[\\p{L}\\p{N}]*)(?: [\\p{Lu}\\d][\\p{L}\\p{N}+&.-]*){0,2})"
/** Phrases before a competitor's name, and phrases after one. */
const before =
  /(?<![\p{L}\p{N}-])(?:alternatives? to|versus|vs\.?|compared? (?:to|with)|switch(?:ed|ing)? (?:over )?from|mov(?:e|ed|ing) (?:over |away )?from|migrat(?:e|ed|ing) from|import(?:s|ed|ing)? from|coming from|better than|cheaper than|unlike|replac(?:e|es|ed|ing)|instead of|left|leaving|outgrown|tired of)\s+/giu
const nameHere = new RegExp(aName, 'uy')
const after = new RegExp(
  `(?<![\\p{L}\\p{N}.-])${aName}\\s+(?:[Aa]lternatives?|[Vv]s\\.?|VS|[Vv]ersus)(?![\\p{L}\\p{N}])`,
  'gu',
)
/** More names in the same list: "Unlike Acme, Beacon and Cobalt". */
const further = new RegExp(`(?:\\s*,\\s*(?:and |or )?|\\s+(?:and|or|&)\\s+)${aName}`, 'uy')

/** Words that look like names but are no competitors. */
const noName =
  /^(?:a|an|the|your|you|ours?|us|we|it|i|my|this|that|all|any|other|others|every|no|csv|pdf|excel files?|xml|json|html|api|ios|android|windows|mac|macos|linux|english|monday(?! )|day|days|free|pro|basic|plan|plans|pricing|compare|comparison|alternatives?|best|top|why|how|what|see|read|get|learn|manual|doing|having|using|paying|spending|building|hiring|hours|weeks|months|\d+.*)$/i

const slugs = [
  /\/(?:vs|versus|compare|comparison|alternatives?|alternative-to)[/-](?:to-)?([a-z0-9][a-z0-9-]{1,30})\/?(?:[?#].*)?$/i,
  /\/([a-z0-9][a-z0-9-]{1,30})-alternatives?\/?(?:[?#].*)?$/i,
  /\/[a-z0-9-]+-vs-([a-z0-9][a-z0-9-]{1,30})\/?(?:[?#].*)?$/i,
]

/**
 * Returns the competitors named on the website, or else well-known products of the field, marked as not from a page.
 */
export function competitorsOf(website: Website, own: string): Proposal[] {
  const { statements, pages } = website
  const texts = statements.filter(({ origin }) => origin !== 'navigation')
  const found: Proposal[] = texts.flatMap(({ text, origin, page }) =>
    competitorsIn(text).map((name) => ({ text: name, origin, page })),
  )
  for (const page of pages) {
    for (const { href, text } of page.links) {
      for (const name of [...nameOfLink(href, text), ...competitorsIn(text)])
        found.push({ text: name, origin: 'link', page: pathOf(page.url) })
    }
  }
  const ours = letters(own)
  const seen = new Set([''])
  const named = found.filter(({ text }) => {
    const key = letters(text)
    if (seen.has(key) || key === ours || (ours.length > 3 && key.startsWith(ours))) return false
    seen.add(key)
    return true
  })
  return named.length > 0 ? named.slice(0, competitorsMost) : ofField(website, ours)
}

export function competitorsIn(text: string): string[] {
  const found = [...text.matchAll(after)].map((match) => match[1]!)
  for (const match of text.matchAll(before)) {
    let at = match.index + match[0].length
    for (let pattern = nameHere; found.length < namesMost; pattern = further) {
      pattern.lastIndex = at
      const name = pattern.exec(text)
      if (!name) break
      found.push(name[1]!)
      at = pattern.lastIndex
    }
  }
  return found.map(withoutEnd).filter((name) => name.length > 1 && !noName.test(name))
}

function withoutEnd(name: string): string {
  return name.replace(/(?:’s|'s|[.,'’-])+$/, '').replace(/^(?:An?|The|Your|Our|Any) /, '')
}

/** Returns `Acme Desk` for a link to /vs/acme-desk: in the spelling of the link's text, or else capitalized. */
function nameOfLink(href: string, text: string): string[] {
  for (const slug of slugs) {
    const name = slug.exec(href)?.[1]
    if (name === undefined || noName.test(name)) continue
    const spelled = text
      .split(/\s+/)
      .flatMap((_, from, words) => [1, 2, 3].map((count) => words.slice(from, from + count).join(' ')))
    const same = spelled.map(withoutEnd).find((part) => letters(part) === letters(name))
    return [
      same ??
        name
          .split('-')
          .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
          .join(' '),
    ]
  }
  return []
}

/** Returns the products of the field that the website mentions first in its most prominent statements. */
function ofField({ statements }: Website, ours: string): Proposal[] {
  const prominent = statements.filter(({ weight }) => weight >= 2).toSorted((a, b) => b.weight - a.weight)
  for (const { text } of prominent) {
    const fields = wellKnown.map(({ words, names }) => ({ at: text.search(words), names })).filter(({ at }) => at >= 0)
    const [first] = fields.sort((a, b) => a.at - b.at)
    if (!first) continue
    const names = first.names.filter((name) => letters(name) !== ours)
    return names.slice(0, ofFieldMost).map((name) => ({ text: name, origin: 'category', page: null }))
  }
  return []
}
