import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { pageNumbers } from './page-numbers.ts'

interface PagerProps {
  /** The name of the list: 'Audit entries'. */
  label: string
  /** The current page, counted from 1. */
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

const count = new Intl.NumberFormat('en')

/** The pages of a list, with the range of rows shown. */
export function Pager({ label, page, pageSize, total, onPage }: PagerProps) {
  const pages = Math.ceil(total / pageSize)
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, total)
  return (
    <nav aria-label={`${label}: pages`} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p aria-live="polite" className="tabular text-muted text-sm">
        {total === 0 ? 'None' : `${count.format(first)}–${count.format(last)} of ${count.format(total)}`}
      </p>
      {pages > 1 && (
        <ul className="flex items-center gap-0.5">
          <li>
            <Step label="Previous page" icon="chevronLeft" onClick={page > 1 ? () => onPage(page - 1) : undefined} />
          </li>
          {pageNumbers(page, pages).map((number, index) =>
            number === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap is identified by its position alone
              <li key={`gap ${index}`} className="w-6 text-center text-faint max-sm:hidden">
                …
              </li>
            ) : (
              <li key={number} className={number === page ? '' : 'max-sm:hidden'}>
                <button
                  type="button"
                  aria-label={`Page ${count.format(number)}`}
                  aria-current={number === page ? 'page' : undefined}
                  onClick={() => onPage(number)}
                  className={classes(
                    'tabular h-8 min-w-8 rounded-md px-1.5 font-medium text-sm',
                    number === page ? 'bg-hover text-ink' : 'text-muted hover:bg-hover hover:text-ink',
                  )}
                >
                  {count.format(number)}
                </button>
              </li>
            ),
          )}
          <li>
            <Step label="Next page" icon="chevronRight" onClick={page < pages ? () => onPage(page + 1) : undefined} />
          </li>
        </ul>
      )}
    </nav>
  )
}

interface StepProps {
  label: string
  icon: 'chevronLeft' | 'chevronRight'
  /** Missing on the first or last page; the button stays, so that the focus isn't lost. */
  onClick: (() => void) | undefined
}

function Step({ label, icon, onClick }: StepProps) {
  return (
    <Button look="ghost" size="icon" aria-label={label} aria-disabled={onClick === undefined} onClick={onClick}>
      <Icon name={icon} />
    </Button>
  )
}
