import type { Option } from '../../ui/fields/option.tsx'

/** The languages most often detected, by ISO 639-1 code. */
const offered =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv ta te th tl tr uk ur vi zh'

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

/** Returns the languages to choose from, by name, including those already chosen. */
export function languageOptions(chosen: readonly string[]): Option[] {
  return [...new Set([...offered.split(' '), ...chosen])]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
}
