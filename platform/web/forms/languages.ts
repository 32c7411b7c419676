import type { Option } from '../../ui/fields/option.tsx'

/** Those that are told apart most often, by their codes of ISO 639-1. */
const offered =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv ta te th tl tr uk ur vi zh'

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

/** What languages can be chosen, by their names; one that is chosen already is always among them. */
export function languageOptions(chosen: readonly string[]): Option[] {
  return [...new Set([...offered.split(' '), ...chosen])]
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
}
