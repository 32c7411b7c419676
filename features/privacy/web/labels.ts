import type { Export } from '../contract.ts'

const count = new Intl.NumberFormat('en')

/** Returns the state of an export as text. */
export function stateText({ state, lines }: Pick<Export, 'state' | 'lines'>): string {
  if (state === 'waiting') return 'Queued'
  if (state === 'running') return `Exporting, ${count.format(lines)} ${lines === 1 ? 'row' : 'rows'} so far`
  return state === 'done' ? 'Ready' : 'Failed'
}
