import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { dayText } from '#platform/ui/charts/days.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { useDeferred } from '#platform/web/api/use-deferred.ts'
import type { InsightAnnotation } from '../../contract-annotations.ts'
import { call } from '../api.ts'

interface AnnotationsProps {
  projectId: string
  annotations: readonly InsightAnnotation[]
  /** The days shown. */
  range: string
  /** Null: the user may only read. */
  onEdit: ((annotation: InsightAnnotation) => void) | null
  onAdd: (() => void) | null
}

/** What happened on the days of a board, numbered as in its charts. */
export function Annotations({ projectId, annotations, range, onEdit, onAdd }: AnnotationsProps) {
  const id = useId()
  const queryClient = useQueryClient()
  const { defer, isHidden } = useDeferred()
  const remove = (annotation: InsightAnnotation) =>
    defer({
      id: annotation.id,
      title: 'Annotation deleted',
      work: () => call('insightAnnotationsDelete', { id: annotation.id, keepalive: true }),
      after: () => queryClient.invalidateQueries({ queryKey: ['insight-annotations', projectId] }),
    })
  if (annotations.length === 0 && !onAdd) return null
  return (
    <section aria-labelledby={id} className="break-inside-avoid rounded-xl border border-line bg-raised p-4 print:mt-4">
      <header className="flex items-center justify-between gap-3">
        <h3 id={id} className="font-semibold">
          Annotations
        </h3>
        {onAdd && (
          <Button look="ghost" size="small" onClick={onAdd} className="print:hidden">
            <Icon name="add" /> Annotate a day
          </Button>
        )}
      </header>
      {annotations.length === 0 ? (
        <p className="mt-1 text-muted text-sm">
          Note launches, campaigns, or outages of {range}. Charts over time mark their days.
        </p>
      ) : (
        <ol aria-label="Annotations" className="mt-2 flex flex-col">
          {annotations.map(
            (annotation, index) =>
              !isHidden(annotation.id) && (
                <li key={annotation.id} className="flex min-h-9 items-center gap-3 text-sm">
                  <span
                    aria-hidden="true"
                    className="tabular grid size-5 shrink-0 place-items-center rounded-full border border-line text-xs"
                  >
                    {index + 1}
                  </span>
                  <span className="tabular shrink-0 text-muted">{dayText(annotation.day)}</span>
                  <span className="wrap-anywhere min-w-0 flex-1">{annotation.text}</span>
                  {onEdit && (
                    <span className="flex shrink-0 print:hidden">
                      <Button
                        look="ghost"
                        size="icon"
                        aria-label={`Edit “${annotation.text}”`}
                        onClick={() => onEdit(annotation)}
                      >
                        <Icon name="edit" />
                      </Button>
                      <Button
                        look="ghost"
                        size="icon"
                        aria-label={`Delete “${annotation.text}”`}
                        onClick={() => remove(annotation)}
                      >
                        <Icon name="remove" />
                      </Button>
                    </span>
                  )}
                </li>
              ),
          )}
        </ol>
      )}
    </section>
  )
}
