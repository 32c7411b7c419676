import { classes } from '#platform/ui/classes.ts'
import { Select } from '#platform/ui/fields/select.tsx'
import { bands } from '../labels.ts'
import { type ResultsView, resultLabels, shows } from './view.ts'

interface ResultFiltersProps {
  view: ResultsView
  onView: (view: ResultsView) => void
}

/** Filters of the results, by what was chosen about them and by label. */
export function ResultFilters({ view: { show, labels }, onView }: ResultFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <Select
        quiet
        aria-label="Show"
        className="-ml-2"
        value={show}
        onChange={(next) => onView({ show: next, labels })}
        options={shows}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div role="group" aria-label="Labels" className="flex flex-wrap gap-1.5">
        {resultLabels.map((label) => {
          const on = labels.includes(label)
          return (
            <button
              key={label}
              type="button"
              aria-pressed={on}
              onClick={() =>
                onView({ show, labels: resultLabels.filter((each) => (each === label ? !on : labels.includes(each))) })
              }
              className={classes(
                'h-7 rounded-full border px-2.5 text-sm transition-colors duration-150',
                on
                  ? 'border-inverse bg-inverse text-inverse-ink'
                  : 'border-line text-muted hover:bg-hover hover:text-ink',
              )}
            >
              {bands[label]}
            </button>
          )
        })}
      </div>
    </div>
  )
}
