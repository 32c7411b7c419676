import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ScoreWeights } from '#engine/score/component.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Slider } from '#platform/ui/fields/slider.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { projectsQuery } from '#platform/web/session/project.ts'
import { useRole } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import { call } from '../api.ts'

interface OrderPanelProps {
  project: CurrentProject
  /** The weights being tried; null: none. */
  weights: ScoreWeights | null
  onWeights: (weights: ScoreWeights | null) => void
  onClose: () => void
}

const parts: readonly { name: keyof ScoreWeights; label: string }[] = [
  { name: 'fit', label: 'Fit' },
  { name: 'intent', label: 'Intent' },
  { name: 'window', label: 'Reply window' },
]

/** Sliders for what ranks leads higher. They reorder the list at once, and can be saved for the project. */
export function OrderPanel({ project, weights, onWeights, onClose }: OrderPanelProps) {
  // Also kept here, since the address follows a moment later.
  const [tried, setTried] = useState(weights)
  const current = tried ?? project.scoreWeights
  const change = (next: ScoreWeights | null) => {
    setTried(next)
    onWeights(next)
  }
  const role = useRole()
  const refusal = role ? whyNot(role, 'changeProject') : null
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: () => call('projectsUpdate', { id: project.id, body: { data: { scoreWeights: current } } }),
    onSuccess: async () => {
      notify({ title: 'Project settings saved' })
      await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })
    },
    onError: () => notify({ title: 'Error saving project settings', color: 'red' }),
  })
  const isSaved = parts.every(({ name }) => current[name] === project.scoreWeights[name])
  return (
    <section aria-label="Order of leads" className="mx-4 mt-2 rounded-xl border border-line bg-sunken px-3 pt-2 pb-3">
      <div className="flex items-center justify-between gap-2">
        <p className="text-muted text-sm">Reorders the loaded leads right away.</p>
        <Button look="ghost" size="icon" aria-label="Close order of leads" onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <div className="grid grid-cols-3 items-end gap-4">
        {parts.map(({ name, label }) => {
          const text = `×${current[name].toFixed(1)}`
          return (
            <Field key={name} label={label} aside={<span className="tabular text-ink">{text}</span>}>
              {(control) => (
                <Slider
                  {...control}
                  value={current[name]}
                  onChange={(weight) => change({ ...current, [name]: weight })}
                  min={0}
                  max={2}
                  step={0.1}
                  text={text}
                />
              )}
            </Field>
          )
        })}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button
          size="small"
          busy={save.isPending}
          disabled={isSaved || refusal !== null}
          onClick={() => !save.isPending && save.mutate()}
        >
          Save for the project
        </Button>
        <Button look="ghost" size="small" disabled={tried === null} onClick={() => change(null)}>
          Undo changes
        </Button>
        {refusal && <p className="text-muted text-sm">{refusal}</p>}
      </div>
    </section>
  )
}
