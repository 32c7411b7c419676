import { tellingWords } from '../../candidates/offers.ts'
import type { ProductNames } from '../checking/reply-reading.ts'
import { predicateOf, withoutName } from '../checking/without-name.ts'
import { topics } from './topics.ts'

/** A fact of the project: one line of its facts. */
export interface Fact {
  /** Its position among the lines. */
  at: number
  text: string
  /** The keys of the topics that it answers. */
  topics: ReadonlySet<string>
  /** Its telling words by root, and how much each tells, 0 to 1. */
  words: ReadonlyMap<string, number>
  /**
   * named: says something of the product by name · product: says something of it without its name · advice: helps
   * without the product
   */
  about: 'named' | 'product' | 'advice'
  /** Whether it is no sentence: `From $12 a month`. */
  isFragment: boolean
}

const listMark = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+/
/** Verbs with which advice starts. */
const imperative =
  /^(?:add|always|ask|automate|avoid|back up|batch|be|book|budget|build|call|change|check|choose|collect|compare|complain|consider|convert|count|cut|decide|define|do|don['’]t|drink|eat|evaluate|expect|find|fix|follow|form (?:the|your|an?)|get|give|ignore|include|insist|invoice|keep|know|leave|let|list|look|make|measure|move|name|negotiate|never|pay|pick|plan|prefer|prepare|put|read|reconcile|record|reduce|remember|remove|replace|require|rotate|save|say|send|separate|set|show|skip|spend|start|stop|take|talk|tell|test|track|treat|try|turn|use|verify|wait|watch|weigh|write)\b/i
/** A clause in the middle of a fact that advises: `Open rates are inflated, so look at clicks.` */
const advisingClause =
  /(?:, so|: |; )(?:add|ask|avoid|check|compare|do|don['’]t|get|keep|look|measure|move|never|pick|put|remove|replace|start|switch|try|use|wait|write) /i
const productSigns = /\b(?:we|our|us|app|import|export)\b|\b(?:your|a|the|our) plan\b/i
/** Marks a fact that helps without the product, where rules can't tell. */
const tip = /^tip:\s+/i
const finiteVerb =
  /\b(?:is|are|isn['’]t|aren['’]t|was|were|has|have|had|can|can['’]t|could|will|won['’]t|would|may|must|should|does|do|doesn['’]t|don['’]t|cost|costs|take|takes|work|works|need|needs|include|includes|offer|offers|let|lets|get|gets|come|comes|start|starts|run|runs|stay|stays|go|goes|keep|keeps|support|supports|pay|pays|gain|gains|show|shows|cover|covers|reach|reaches|answer|answers|arrive|arrives|move|moves|read|reads|exist|exists|detects|reduce|reduces|count|counts|flag|flags|gives|goes|fit|fits|list|lists|stop|stops|own|check|checks|help|helps|slow|add|adds|make|makes|build|builds|compare|compares|connect|connects|send|sends|save|saves|use|uses|charge|charges|start|starts|begin|begins|handle|handles|accept|accepts|receive|receives|learn|learns|see|sees|change|changes|grow|grows|end|ends|last|lasts)\b/i
/** Third-person verbs at the start: `Syncs with Gmail`. Plurals such as `Apps` and `Regions` are none. */
const thirdPerson =
  /^(?:accepts|adds|alerts|answers|backs|blocks|builds|calculates|checks|compares|connects|converts|costs|covers|creates|deploys|detects|does|drafts|encrypts|estimates|explains|exports|files|finds|fits|flags|forms|gets|gives|handles|has|helps|holds|imports|includes|integrates|is|keeps|learns|lets|lists|loads|logs|makes|matches|measures|moves|needs|offers|pays|plans|prints|publishes|reads|reminds|removes|replaces|reports|requires|restores|runs|saves|schedules|sends|shows|sorts|starts|stores|suggests|supports|syncs|tailors|takes|tells|tests|traces|tracks|translates|turns|updates|uses|warns|welds|works|writes)\b/i
/** Other verbs that may follow a noun: `Reports refresh by themselves`. */
const bareVerb =
  /^\s*(?:appear|belong|close|depend|differ|expire|export|fail|follow|happen|import|load|open|pause|refresh|renew|repeat|resume|return|scale|sell|ship|sync|update|vary)$/i
/** The start of a predicate: `Can be self-hosted`. */
const auxiliary = /^(?:can|can['’]t|cannot|could|does(?:n['’]t| not)|is(?:n['’]t| not))\b(?!.*\?$)/i

/** Returns whether a fact lacks its subject, unlike `Reports run at night`, where the first word is a noun. */
function lacksSubject(text: string): boolean {
  if (auxiliary.test(text)) return true
  const verb = thirdPerson.exec(text)
  if (verb === null) return false
  const next = /^\s*[\p{L}'’]+/u.exec(text.slice(verb[0].length))?.[0] ?? ''
  return !finiteVerb.test(next) && !bareVerb.test(next)
}

/** Reads the facts of a project, one per line. `generic` are stemmed words that say nothing about one product. */
export function factsOf(text: string, product: ProductNames, generic: ReadonlySet<string>): Fact[] {
  const names = [product.name, ...product.aliases]
  const lines = text.split(/\r?\n/).map((line) => line.replace(listMark, '').replace(/\s+/g, ' ').trim())
  return lines.flatMap((written, at) => {
    const line = written.replace(tip, '')
    if (line === '') return []
    const about = tip.test(written) ? 'advice' : aboutOf(line, names)
    return [
      {
        at,
        text: line,
        topics: new Set(topics.filter(({ answered }) => answered.test(line)).map(({ key }) => key)),
        words: tellingWords(withoutNames(line, names), generic),
        about,
        isFragment:
          about !== 'advice' && !lacksSubject(line) && !finiteVerb.test(line) && predicateOf(line, names) === null,
      },
    ]
  })
}

function aboutOf(line: string, names: readonly string[]): Fact['about'] {
  const lower = line.toLowerCase()
  if (names.some((name) => name !== '' && lower.includes(name.toLowerCase()))) return 'named'
  const advises = imperative.test(line) || (advisingClause.test(line) && !lacksSubject(line))
  return advises && !productSigns.test(line) ? 'advice' : 'product'
}

function withoutNames(line: string, names: readonly string[]): string {
  return names.reduce((rest, name) => (name === '' ? rest : rest.replaceAll(name, ' ')), line)
}

/**
 * Returns a fact as a sentence. `named` is false for the first mention, which gives the product's name, and true later,
 * where the name becomes "It".
 */
export function sentenceOf(fact: Fact, { name, aliases }: ProductNames, named: boolean): string {
  const text = ended(fact.text)
  if (fact.about === 'advice') return capitalized(text)
  if (lacksSubject(text)) return `${named ? 'It' : name} ${text.charAt(0).toLowerCase()}${text.slice(1)}`
  const predicate = named ? predicateOf(text, [name, ...aliases]) : null
  return predicate === null ? capitalized(text) : `It ${predicate}`
}

/**
 * Returns a fact as a sentence that doesn't name the product; null if that isn't possible. `isNext` is true behind
 * another such sentence.
 */
export function sentenceWithoutProduct(fact: Fact, product: ProductNames, isNext = false): string | null {
  if (fact.about === 'advice') return capitalized(ended(fact.text))
  return fact.about === 'named' ? withoutName(ended(fact.text), product, isNext) : null
}

function ended(text: string): string {
  return /[.!?…”"]$/.test(text) ? text : `${text.replace(/[,;:]$/, '')}.`
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
