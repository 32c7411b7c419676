import type { Outside } from '#tests/quarter/outside.ts'
import type { Life } from './life.ts'
import type { Machine } from './machine.ts'

/** How much there is at the end of a week. */
export interface Week {
  number: number
  asks: number
  leads: number
  alerts: number
  mails: number
  messages: number
  payments: number
  deleted: number
  diskMegabytes: number
  /** The median of the week's jumps: one alone may fall between two collections of garbage. */
  memoryMegabytes: number
}

const columns = [
  'week',
  'asks',
  'leads',
  'alerts',
  'mails',
  'messages',
  'payments',
  'deleted',
  'disk MB',
  'RAM MB',
  's',
]

export const headOfWeeks = rowOf(columns)

/** Counts what there is now, and prints it. */
export async function weekOf(
  { machine, outside, life }: { machine: Machine; outside: Outside; life: Life },
  number: number,
  seconds: number,
): Promise<Week> {
  const [counted] = await machine.ask<Pick<Week, 'leads' | 'alerts' | 'messages' | 'payments' | 'diskMegabytes'>>(
    `select (select count(*)::int from opportunity) as leads, (select count(*)::int from alert) as alerts,
       (select count(*)::int from message where direction = 'out' and sent_at is not null) as messages,
       (select count(*)::int from payment) as payments,
       (pg_database_size(current_database()) / 1048576.0)::float8 as "diskMegabytes"`,
  )
  if (!counted) throw new Error('nothing was counted')
  const { asks } = life.happened
  const memory = life.happened.memory.splice(0)
  const week: Week = {
    ...{ number, asks: asks.length, mails: outside.mails.length, deleted: asks.filter((ask) => ask.isDeleted).length },
    ...{ ...counted, memoryMegabytes: middleOf(memory) },
  }
  const { leads, alerts, mails, messages, payments, deleted, diskMegabytes, memoryMegabytes } = week
  const sizes = [diskMegabytes, memoryMegabytes, seconds].map((size) => size.toFixed(0))
  console.log(rowOf([number, week.asks, leads, alerts, mails, messages, payments, deleted, ...sizes]))
  return week
}

function middleOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

function rowOf(cells: readonly (string | number)[]): string {
  return cells.map((cell) => String(cell).padStart(8)).join(' ')
}
