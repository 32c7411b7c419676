import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { type Category, type ChartUnit, valueText } from './chart-data.ts'
import { patterns } from './patterns.ts'

interface CategoryBarsProps {
  title: string
  categories: readonly Category[]
  unit: ChartUnit
  /** The names of the parts, if bars have any. */
  legend?: readonly string[]
  /** Returns a label that links to what was counted. */
  renderLabel?: (category: Category) => ReactNode
}

/** Bars side by side by category, each with its value, and a tick where the compared period was. */
export function CategoryBars({ title, categories, unit, legend = [], renderLabel }: CategoryBarsProps) {
  const values = categories.flatMap(({ value, before }) => [Math.abs(value ?? 0), Math.abs(before ?? 0)])
  const most = unit === 'percent' ? 100 : Math.max(1, ...values)
  const isSigned = categories.some(({ value, before }) => (value ?? 0) < 0 || (before ?? 0) < 0)
  return (
    <>
      {legend.length > 0 && (
        <ul
          aria-label="Legend"
          className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm [print-color-adjust:exact]"
        >
          {legend.map((label, index) => (
            <li key={label} className="flex items-center gap-1.5">
              <span aria-hidden="true" className={classes('h-3 w-5 rounded-sm', patterns[index % patterns.length])} />
              {label}
            </li>
          ))}
        </ul>
      )}
      <ul aria-label={title} className="flex flex-col gap-2.5 [print-color-adjust:exact]">
        {categories.map((category) => (
          <li key={category.key}>
            <p className="flex min-h-6 items-baseline gap-3 text-sm">
              <span className="wrap-anywhere min-w-0 flex-1">
                {renderLabel ? renderLabel(category) : category.label}
              </span>
              {category.before !== undefined && (
                <span className="tabular shrink-0 text-faint">was {valueText(category.before, { unit })}</span>
              )}
              <span className="tabular shrink-0 font-medium">{valueText(category.value, { unit })}</span>
            </p>
            <Bar category={category} most={most} isSigned={isSigned} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Bar({ category, most, isSigned }: { category: Category; most: number; isSigned: boolean }) {
  const { value, before, parts } = category
  const share = (of: number) => (isSigned ? (of / most / 2) * 100 : (of / most) * 100)
  const zero = isSigned ? 50 : 0
  const length = share(value ?? 0)
  return (
    <div aria-hidden="true" className="relative h-3 rounded-sm bg-hover">
      {isSigned && <span className="absolute inset-y-0 left-1/2 w-px bg-edge" />}
      <span
        className="absolute inset-y-0 flex overflow-hidden rounded-sm"
        style={{ left: `${zero + Math.min(0, length)}%`, width: `${Math.abs(length)}%` }}
      >
        {parts ? (
          parts.map(
            (part, index) =>
              part.value > 0 && (
                <span key={part.label} className={patterns[index % patterns.length]} style={{ flexGrow: part.value }} />
              ),
          )
        ) : (
          <span className={classes('flex-1', length < 0 ? patterns[1] : patterns[0])} />
        )}
      </span>
      {typeof before === 'number' && (
        <span className="absolute -inset-y-1 w-0.5 bg-ink" style={{ left: `calc(${zero + share(before)}% - 1px)` }} />
      )}
    </div>
  )
}
