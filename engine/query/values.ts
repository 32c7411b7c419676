import { type Edit, QueryFault } from './fault.ts'
import { nearest } from './nearest.ts'
import { type Filter, type NameField, type ScoreOperator, scoreOperators, type TimeValue, unitHours } from './query.ts'

/** A value as written, with its range and the range of its whole filter. */
export interface WrittenValue {
  text: string
  start: number
  end: number
  whole: { start: number; end: number }
}

const types = ['post', 'comment'] as const
/** Other names in common use. */
const typeNames: Record<string, (typeof types)[number]> = {
  submission: 'post',
  thread: 'post',
  text: 'post',
  link: 'post',
  self: 'post',
  reply: 'comment',
}
const name = /^[\w-]{1,50}$/
const languages =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv sw ta th tl tr uk ur vi zh'.split(
    ' ',
  )
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** Returns the English name of a language, or null if it isn't a two-letter code (ISO 639-1). */
export function languageName(code: string): string | null {
  return /^[a-z]{2}$/.test(code) ? (languageNames.of(code) ?? null) : null
}

/** Reads the value of `subreddit:`, `author:`, `type:` or `lang:`. Throws QueryFault. */
export function nameFilter(field: NameField, written: WrittenValue): Filter {
  const filter = (value: string): Filter => ({ kind: 'name', field, value })
  const text = written.text.toLowerCase()
  if (field === 'type') {
    if (types.some((type) => type === text)) return filter(text)
    const intended = typeNames[text.replace(/s$/, '')] ?? nearest(text, types) ?? 'post'
    throw new QueryFault(written, 'type: must be post or comment', put(written, intended))
  }
  if (field === 'lang') {
    if (languageName(text) !== null) return filter(text)
    throw new QueryFault(written, 'lang: must be a two-letter code such as en or de', put(written, languageMeant(text)))
  }
  const value = text.replace(field === 'subreddit' ? /^\/?r\// : /^\/?u\//, '')
  if (name.test(value)) return filter(value)
  const valid = value.replace(/[^\w-]/g, '').slice(0, 50)
  const noun = field === 'subreddit' ? 'A subreddit name' : 'A username'
  throw new QueryFault(
    written,
    `${noun} can have only letters, digits, _, and -, up to 50 characters`,
    putOrDrop(written, valid),
  )
}

function languageMeant(text: string): string {
  const names = new Map(languages.map((code) => [(languageName(code) ?? code).toLowerCase(), code]))
  const named = nearest(text, [...names.keys()])
  if (named !== null) return names.get(named)!
  const [short = ''] = /^[a-z]{2,3}(?=-|_|$)/.exec(text) ?? []
  const code = short === '' ? '' : Intl.getCanonicalLocales(short)[0]!
  return languageName(code) === null ? 'en' : code
}

const fullDate = /^(\d{4})-(\d\d)-(\d\d)$/
const looseDate = /^(\d{4})(?:[-/.](\d{1,2}))?(?:[-/.](\d{1,2}))?$/
const span = /^(\d+) ?([a-z]+)$/
const agoMost = 9999

/** Reads the value of `after:` or `before:`: a day, or a time before now. Throws QueryFault. */
export function momentOf(written: WrittenValue): TimeValue {
  const text = written.text.toLowerCase()
  if (fullDate.test(text) && validDate(text) === text) return { date: text }
  const [, count = '', unit = ''] = span.exec(text) ?? []
  const ago = Number(count)
  if (isUnit(unit) && ago >= 1 && ago <= agoMost) return { ago, unit }
  const cause =
    fullDate.test(text) || isUnit(unit)
      ? `This ${isUnit(unit) ? 'time span is out of range' : "date doesn't exist"}. Use a date such as 2026-01-31 or a time span such as 7d`
      : 'Use a date such as 2026-01-31 or a time span in hours, days, or weeks: 12h, 7d, 2w'
  throw new QueryFault(written, cause, put(written, validDate(text) ?? validAgo(ago, unit)))
}

function isUnit(unit: string): unit is keyof typeof unitHours {
  return Object.hasOwn(unitHours, unit)
}

/** Returns the nearest existing day, or null if the text lacks a year. */
function validDate(text: string): string | null {
  const [, year, month = '1', day = '1'] = looseDate.exec(text) ?? []
  if (year === undefined) return null
  const y = Math.max(1, Number(year))
  const m = Math.min(12, Math.max(1, Number(month)))
  const monthDays = [
    31,
    y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0) ? 29 : 28,
    31,
    30,
    31,
    30,
    31,
    31,
    30,
    31,
    30,
    31,
  ]
  const d = Math.min(monthDays[m - 1]!, Math.max(1, Number(day)))
  return `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`
}

function validAgo(count: number, unit: string): string {
  const days = unit.startsWith('y') ? 365 : unit.startsWith('m') ? 30 : 1
  const letter = days > 1 || !isUnit(unit.charAt(0)) ? 'd' : unit.charAt(0)
  return unit === '' ? '7d' : `${Math.min(agoMost, Math.max(1, count * days))}${letter}`
}

const scorePattern = /^:?(>=|<=|=>|=<|>|<|=|)(.*)$/

/** Reads what follows `score`: an optional colon, a comparison, a number. Throws QueryFault. */
export function scoreFilter(written: WrittenValue): Filter {
  const [, sign = '', number = ''] = scorePattern.exec(written.text) ?? []
  const operator = operatorOf(sign)
  if (/^-?\d{1,9}$/.test(number)) return { kind: 'score', operator, value: Number(number) + 0 }
  const parsed = Number.parseFloat(number)
  const value = Number.isFinite(parsed) ? Math.trunc(Math.min(999_999_999, Math.max(-999_999_999, parsed))) : 10
  const cause = 'score must be a whole number of up to nine digits, as in score>10'
  throw new QueryFault(written.whole, cause, put(written, `${operator}${value}`))
}

function operatorOf(sign: string): ScoreOperator {
  const turned = sign === '=>' ? '>=' : sign === '=<' ? '<=' : sign
  return scoreOperators.find((operator) => operator === turned) ?? ':'
}

function put({ start, end }: WrittenValue, text: string): Edit[] {
  return [{ start, end, text }]
}

function putOrDrop(written: WrittenValue, text: string): Edit[] {
  return text === '' ? [{ ...written.whole, text: '' }] : put(written, text)
}
