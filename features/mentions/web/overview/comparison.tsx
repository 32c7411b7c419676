import { useId } from 'react'
import { valueText } from '#platform/ui/charts/chart-data.ts'
import { dayText } from '#platform/ui/charts/days.ts'
import type { MentionTrends, NameTrend } from '../../contract.ts'
import { feelingNames } from '../labels.ts'
import { feelings } from '../view.ts'
import { labelsOf, sumOf } from './names.ts'

/** Some names side by side. */
export function Comparison({ trends, names }: { trends: MentionTrends; names: readonly NameTrend[] }) {
  const id = useId()
  const total = names.reduce((sum, name) => sum + sumOf(name), 0)
  const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`)
  const rows: [label: string, cell: (name: NameTrend) => string][] = [
    ['Mentions', (name) => valueText(sumOf(name))],
    ['Share', (name) => percent(sumOf(name), total)],
    ...feelings.map((feeling): [string, (name: NameTrend) => string] => [
      feelingNames[feeling],
      (name) => `${valueText(name[feeling])} (${percent(name[feeling], sumOf(name))})`,
    ]),
    [trends.unit === 'week' ? 'Busiest week' : 'Busiest day', (name) => busiestText(trends, name)],
    ['Spikes', (name) => valueText(trends.spikes.filter((spike) => spike.id === name.id).length)],
  ]
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-raised p-4">
      <h3 id={id} className="font-semibold">
        Side by side
      </h3>
      <section
        aria-label="Comparison"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="mt-3 overflow-x-auto rounded-lg border border-line"
      >
        <table className="tabular w-full text-left text-sm">
          <thead>
            <tr className="border-line border-b bg-sunken text-muted">
              <td className="px-3 py-2" />
              {labelsOf(names).map((label) => (
                <th key={label} scope="col" className="min-w-24 px-3 py-2 text-right font-medium">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, cell]) => (
              <tr key={label}>
                <th scope="row" className="whitespace-nowrap px-3 py-1.5 font-normal text-muted">
                  {label}
                </th>
                {names.map((name) => (
                  <td key={name.id} className="whitespace-nowrap px-3 py-1.5 text-right">
                    {cell(name)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

function busiestText({ periods }: MentionTrends, { counts }: NameTrend): string {
  const most = Math.max(...counts)
  return most > 0 ? `${dayText(periods[counts.indexOf(most)]!)} (${valueText(most)})` : '–'
}
