import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Combobox } from '#platform/ui/fields/combobox.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { ReplyModel } from '../../contract.ts'
import { call } from '../api.ts'
import { replyModelQuery } from './queries.ts'

/** Chooses the chat model that writes the replies of a project. */
export function ReplyModelChoice({ projectId, locked }: { projectId: string; locked: boolean }) {
  const query = useQuery(replyModelQuery(projectId))
  return (
    <Section
      title="Model"
      hint="The chat model that writes suggested replies. The server's default model always judges leads."
    >
      {hasFailed(query) && <FetchFailure query={query} title="Couldn't load the model" />}
      {query.data && <Choice projectId={projectId} model={query.data} locked={locked} />}
    </Section>
  )
}

function Choice({ projectId, model, locked }: { projectId: string; model: ReplyModel; locked: boolean }) {
  const queryClient = useQueryClient()
  const { busy, error, send } = useSubmission()
  const choose = (name: string | null) =>
    send(async () => {
      const { data } = await call('replyModelPut', { id: projectId, body: { data: { model: name } } })
      queryClient.setQueryData(replyModelQuery(projectId).queryKey, data)
      notify({ title: 'Model saved' })
    })
  if (model.default === null) {
    return (
      <p className="text-muted">
        No chat model is connected, so replies are assembled from your facts. To connect one, set LLM_BASE_URL and
        LLM_MODEL on the server.
      </p>
    )
  }
  if (locked) return <p className="wrap-anywhere">{model.model ?? model.default}</p>
  return model.available === null ? (
    <TypedName key={model.model} model={model} busy={busy} error={error} onChoose={(name) => void choose(name)} />
  ) : (
    <Field label="Model for replies" error={error}>
      {(control) => (
        <Combobox
          {...control}
          value={model.model ?? serverDefault}
          onChange={(name) => void choose(name === serverDefault ? null : name)}
          disabled={busy}
          options={optionsOf(model, model.available ?? [])}
        />
      )}
    </Field>
  )
}

const serverDefault = ''

function optionsOf({ model, default: own }: ReplyModel, available: readonly string[]) {
  const names = model !== null && !available.includes(model) ? [model, ...available] : available
  return [
    { value: serverDefault, label: `${own} (server default)` },
    ...names.map((name) => ({
      value: name,
      label: name,
      ...(!available.includes(name) && { detail: 'No longer available' }),
    })),
  ]
}

interface TypedNameProps {
  model: ReplyModel
  busy: boolean
  error: string | undefined
  onChoose: (name: string | null) => void
}

/** The name of a model, for endpoints that don't list theirs. */
function TypedName({ model, busy, error, onChoose }: TypedNameProps) {
  const [name, setName] = useState(model.model ?? '')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(name.trim() === '' ? null : name.trim())
      }}
    >
      <Field
        label="Model for replies"
        hint="The endpoint doesn't list its models, so a wrong name is noticed only when a reply is written."
        error={error}
      >
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              value={name}
              maxLength={200}
              placeholder={`${model.default} (server default)`}
              onChange={(event) => setName(event.target.value)}
              className="min-w-0 flex-1"
            />
            <Button type="submit" className="h-10" busy={busy} disabled={name.trim() === (model.model ?? '')}>
              Save model
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
