import type { Export } from '../contract.ts'

const count = new Intl.NumberFormat('en')

/** How far an export is. */
export function stateText({ state, lines }: Pick<Export, 'state' | 'lines'>): string {
  if (state === 'waiting') return 'Waiting'
  if (state === 'running') return `Being made, ${count.format(lines)} ${lines === 1 ? 'line' : 'lines'} so far`
  return state === 'done' ? 'Ready' : 'Failed'
}
