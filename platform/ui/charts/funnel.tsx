import type { ReactNode } from 'react'
import { type FunnelStep, valueText } from './chart-data.ts'

interface FunnelProps {
  title: string
  steps: readonly FunnelStep[]
  /** Returns a label that links to what was counted. */
  renderLabel?: (step: FunnelStep) => ReactNode
}

/** Steps that fewer and fewer reach, each with its share of the step before. */
export function Funnel({ title, steps, renderLabel }: FunnelProps) {
  const most = Math.max(1, ...steps.map(({ value }) => value))
  return (
    <ol aria-label={title} className="flex flex-col gap-3 [print-color-adjust:exact]">
      {steps.map((step, index) => {
        const previous = steps[index - 1]
        return (
          <li key={step.key}>
            <p className="flex min-h-6 items-baseline gap-3 text-sm">
              <span className="wrap-anywhere min-w-0 flex-1">
                {renderLabel ? renderLabel(step) : step.label}
                {previous && previous.value > 0 && (
                  <span className="tabular ml-2 text-muted">
                    {Math.round((step.value / previous.value) * 100)}% of the step before
                  </span>
                )}
              </span>
              {step.before !== undefined && (
                <span className="tabular shrink-0 text-faint">was {valueText(step.before)}</span>
              )}
              <span className="tabular shrink-0 font-medium">{valueText(step.value)}</span>
            </p>
            <div aria-hidden="true" className="h-5 rounded-sm bg-hover">
              <span
                className="block h-full min-w-0.5 rounded-sm bg-chart-1"
                style={{ width: `${(step.value / most) * 100}%` }}
              />
            </div>
          </li>
        )
      })}
    </ol>
  )
}
