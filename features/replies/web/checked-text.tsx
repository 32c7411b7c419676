import { useId } from 'react'
import { classes } from '#platform/ui/classes.ts'
import { inputClasses } from '#platform/ui/fields/input.tsx'
import type { MarkedSpan } from './checks.ts'

interface CheckedTextProps {
  label: string
  value: string
  onChange: (text: string) => void
  marks: readonly MarkedSpan[]
}

/** The same box for the field and for the marks behind it, so that both break lines at the same words. */
const box = 'wrap-anywhere col-start-1 row-start-1 min-h-32 w-full whitespace-pre-wrap border px-3 py-2 text-base'

/** A field for a text whose marked words are underlined. */
export function CheckedText({ label, value, onChange, marks }: CheckedTextProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-ink">
        {label}
      </label>
      <div className="grid">
        <div
          aria-hidden="true"
          dir="auto"
          className={classes(box, 'rounded-lg border-transparent bg-raised text-transparent')}
        >
          {marks.map(({ start, end, verdict }, index) => (
            <span key={start}>
              {value.slice(marks[index - 1]?.end ?? 0, start)}
              <mark
                className={classes(
                  'rounded text-transparent underline decoration-2 underline-offset-4',
                  verdict === 'broken' ? 'bg-danger-soft decoration-danger' : 'bg-accent-soft decoration-orange-500',
                )}
              >
                {value.slice(start, end)}
              </mark>
            </span>
          ))}
          {value.slice(marks.at(-1)?.end ?? 0)}
        </div>
        <textarea
          id={id}
          dir="auto"
          value={value}
          maxLength={10_000}
          onChange={(event) => onChange(event.target.value)}
          className={classes(inputClasses, box, 'field-sizing-content resize-none overflow-hidden bg-transparent!')}
        />
      </div>
    </div>
  )
}
