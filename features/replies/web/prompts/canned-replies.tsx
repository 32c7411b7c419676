import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { cannedRepliesMax, cannedVariableHints, cannedVariables, unknownVariable } from '#engine/replies/canned.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input, Textarea } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { useDeferred } from '#platform/web/api/use-deferred.ts'
import { Section } from '#platform/web/forms/section.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { useMay } from '#platform/web/session/role.ts'
import type { CannedReply } from '../../contract-canned.ts'
import { call } from '../api.ts'
import { cannedRepliesQuery } from '../team/queries.ts'

/** The project's canned replies: the whole team adds, changes, and deletes them. */
export function CannedReplies({ projectId }: { projectId: string }) {
  const queryClient = useQueryClient()
  const query = useQuery(cannedRepliesQuery(projectId))
  const mayChange = useMay('decide')
  const [editing, setEditing] = useState<string | null>(null)
  const { defer, isHidden } = useDeferred()
  const refetch = () => queryClient.invalidateQueries({ queryKey: cannedRepliesQuery(projectId).queryKey })
  const count = query.data?.length ?? 0
  const save = async (id: string, data: CannedValues) => {
    if (id === added) await call('cannedRepliesCreate', { body: { data: { project: projectId, ...data } } })
    else await call('cannedRepliesUpdate', { id, body: { data } })
    await refetch()
    setEditing(null)
  }
  const remove = ({ id, name }: CannedReply) =>
    defer({
      id,
      title: `“${name}” deleted`,
      work: () => call('cannedRepliesDelete', { id, keepalive: true }),
      after: refetch,
    })
  if (mayChange === false) return null
  return (
    <Section title="Canned replies" hint="Texts your team can insert in replies, with variables for each lead.">
      {editing === added ? (
        <CannedForm onSave={(data) => save(added, data)} onCancel={() => setEditing(null)} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button disabled={count >= cannedRepliesMax} onClick={() => setEditing(added)}>
            New canned reply
          </Button>
          {count >= cannedRepliesMax && (
            <p className="text-muted text-sm">A project can have {cannedRepliesMax}. Delete one first.</p>
          )}
        </div>
      )}
      <RowsState name="the canned replies" query={query} empty={<p className="text-muted">No canned replies yet.</p>}>
        {(replies) => (
          <ul aria-label="Canned replies" className="flex flex-col divide-y divide-line">
            {replies
              .filter(({ id }) => !isHidden(id))
              .map((reply) => (
                <li key={reply.id} className="py-3">
                  {editing === reply.id ? (
                    <CannedForm
                      reply={reply}
                      onSave={(data) => save(reply.id, data)}
                      onCancel={() => setEditing(null)}
                    />
                  ) : (
                    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
                      <div className="min-w-0 flex-1 basis-64">
                        <p dir="auto" className="wrap-anywhere font-medium">
                          {reply.name} {reply.channel === 'mail' && <Badge>{channelNames.mail}</Badge>}
                        </p>
                        <p dir="auto" className="wrap-anywhere line-clamp-3 whitespace-pre-wrap text-muted">
                          {reply.text}
                        </p>
                      </div>
                      <div className="flex gap-2">
                        <Button size="small" aria-label={`Edit ${reply.name}`} onClick={() => setEditing(reply.id)}>
                          Edit
                        </Button>
                        <Button size="small" aria-label={`Delete ${reply.name}`} onClick={() => remove(reply)}>
                          Delete
                        </Button>
                      </div>
                    </div>
                  )}
                </li>
              ))}
          </ul>
        )}
      </RowsState>
    </Section>
  )
}

/** In place of an ID, for the form of a new one. */
const added = ''

const channelNames: Record<CannedReply['channel'], string> = { reddit: 'Reddit', mail: 'Mail' }
const channelOptions = (['reddit', 'mail'] as const).map((value) => ({ value, label: channelNames[value] }))

type CannedValues = Pick<CannedReply, 'name' | 'channel' | 'text'>

interface CannedFormProps {
  reply?: CannedReply
  onSave: (data: CannedValues) => Promise<void>
  onCancel: () => void
}

function CannedForm({ reply, onSave, onCancel }: CannedFormProps) {
  const { busy, error, send } = useSubmission()
  const [name, setName] = useState(reply?.name ?? '')
  const [channel, setChannel] = useState(reply?.channel ?? 'reddit')
  const [text, setText] = useState(reply?.text ?? '')
  const [isTried, setIsTried] = useState(false)
  const unknown = unknownVariable(text)
  const nameFault = name.trim() === '' ? 'Enter a name' : undefined
  const textFault = text.trim() === '' ? 'Enter a text' : unknown && `There is no variable ${unknown}`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!nameFault && !textFault) void send(() => onSave({ name: name.trim(), channel, text: text.trim() }))
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Name" error={isTried ? nameFault : undefined}>
        {(control) => (
          <Input
            {...control}
            dir="auto"
            autoFocus
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label="For">
        {(control) => <Select {...control} value={channel} options={channelOptions} onChange={setChannel} />}
      </Field>
      <Field label="Text" error={isTried ? (textFault ?? undefined) : undefined}>
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            maxLength={5_000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <dl className="flex flex-col gap-1 text-muted text-sm">
        {cannedVariables.map((variable) => (
          <div key={variable} className="flex flex-wrap gap-x-2">
            <dt>
              <code>{`{${variable}}`}</code>
            </dt>
            <dd>{cannedVariableHints[variable]}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted text-sm">
        To add a fallback for an unknown value, write it after a vertical bar: <code>{'{author|friend}'}</code>.
      </p>
      <FormError>{error}</FormError>
      <div className="flex gap-2">
        <Button type="submit" look="primary" busy={busy}>
          Save canned reply
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
