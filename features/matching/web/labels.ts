import type { Import } from '../contract.ts'

const number = new Intl.NumberFormat('en')

export function countText(count: number, one: string, many = `${one}s`): string {
  return `${number.format(count)} ${count === 1 ? one : many}`
}

/** Formats the approximate remaining time, in seconds. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`
}

type Look = 'gray' | 'accent' | 'good' | 'warn' | 'danger'

/** Returns the label of an import's state; `here`: this page is uploading it. */
export function stateOf(
  { state, fault, itemsNew, itemsKnown }: Pick<Import, 'state' | 'fault' | 'itemsNew' | 'itemsKnown'>,
  here: boolean,
): { text: string; look: Look } {
  switch (state) {
    case 'uploading':
      return here ? { text: 'Uploading', look: 'accent' } : { text: 'Upload paused', look: 'warn' }
    case 'waiting':
      return fault === null ? { text: 'Queued', look: 'gray' } : { text: 'Paused', look: 'warn' }
    case 'running':
      return { text: 'Importing', look: 'accent' }
    case 'done':
      return itemsNew + itemsKnown === 0 ? { text: 'Empty', look: 'warn' } : { text: 'Done', look: 'good' }
    case 'stopped':
      return { text: 'Stopped', look: fault === null ? 'gray' : 'danger' }
    case 'failed':
      return { text: 'Failed', look: 'danger' }
    case 'purging':
      return { text: 'Removing', look: 'gray' }
  }
}

type Counts = Pick<Import, 'itemsNew' | 'itemsKnown' | 'linesBroken'>

/** Summarizes the results; null before the first line. */
export function countsText({ itemsNew, itemsKnown, linesBroken }: Counts): string | null {
  if (itemsNew + itemsKnown + linesBroken === 0) return null
  const parts = [countText(itemsNew, 'new item')]
  if (itemsKnown > 0) parts.push(`${number.format(itemsKnown)} already stored`)
  if (linesBroken > 0) parts.push(countText(linesBroken, 'broken line'))
  return parts.join(' · ')
}
