import { classes } from '#platform/ui/classes.ts'
import { count } from '#platform/web/text/units.ts'
import type { SearchFacets } from '../../contract.ts'
import { lensesInOrder, lensNames, type View } from '../view.ts'

interface SignsProps {
  view: View
  /** Undefined while unknown. */
  facets: SearchFacets | undefined
  onView: (view: View) => void
}

/** The lenses: one of them narrows the matches to authors who want something. */
export function Signs({ view, facets, onView }: SignsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div
      role="group"
      aria-label="Signs"
      className="-mx-4 flex gap-1.5 overflow-x-auto px-4 py-2 [scrollbar-width:none] sm:-mx-6 sm:px-6"
    >
      {lensesInOrder.map((lens) => {
        const posts = facets?.lenses.find(({ value }) => value === lens)?.posts
        const isOn = view.lens === lens
        return (
          <button
            key={lens}
            type="button"
            aria-pressed={isOn}
            onClick={() => onView({ ...view, lens: isOn ? null : lens })}
            className={classes(
              'inline-flex h-7 shrink-0 select-none items-center gap-1.5 whitespace-nowrap rounded-full border px-2.5 font-medium text-sm pointer-coarse:h-9',
              isOn
                ? 'border-inverse bg-inverse text-inverse-ink'
                : 'border-line text-muted hover:bg-hover hover:text-ink',
            )}
          >
            {lensNames[lens]}
            {posts !== undefined && <span className="tabular font-normal">{count(posts)}</span>}
          </button>
        )
      })}
    </div>
  )
}
