import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Disclosure } from '#platform/ui/disclosure.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { useMay } from '#platform/web/session/role.ts'
import type { ReplyContext } from '../contract-drafts.ts'
import { call } from './api.ts'
import { promptsQuery } from './prompts/queries.ts'
import { replyContextQuery } from './queries.ts'

interface FactsProps {
  projectId: string
  leadId: string
  context: ReplyContext
}

/** What the post asks, the facts that answer it, and a field for a missing one. */
export function Facts({ projectId, leadId, context: { asks, facts, factCount } }: FactsProps) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <dl className="flex flex-col gap-2">
        <div>
          <dt className="text-muted">They ask</dt>
          <dd dir="auto" className="wrap-anywhere">
            {asks === null ? "The post doesn't ask a question." : `“${asks}”`}
          </dd>
        </div>
        <div>
          <dt className="text-muted">Your facts that answer</dt>
          <dd>
            {facts.length === 0 && (factCount === 0 ? 'You have no facts yet.' : 'None of your facts answer this.')}
            {facts.length > 0 && (
              <ul className="list-disc pl-5">
                {facts.map((fact) => (
                  <li key={fact} dir="auto" className="wrap-anywhere">
                    {fact}
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </div>
      </dl>
      {facts.length === 0 ? (
        <AddFact projectId={projectId} leadId={leadId} />
      ) : (
        <Disclosure title="Add a fact">
          <AddFact projectId={projectId} leadId={leadId} />
        </Disclosure>
      )}
    </div>
  )
}

/** Adds a line to the project's general facts. */
function AddFact({ projectId, leadId }: Omit<FactsProps, 'context'>) {
  const queryClient = useQueryClient()
  const mayChange = useMay('changeProject')
  const [fact, setFact] = useState('')
  const { busy, error, send } = useSubmission()
  if (!mayChange) return <p className="text-muted">Owners and admins of this project can add facts.</p>
  const add = async () => {
    const filters = { project: { id: { $eq: projectId } }, kind: { $eq: 'facts' }, subreddit: { $null: true } }
    const [prompt] = (await call('promptsFind', { query: { filters } })).data
    if (prompt) {
      const text = `${prompt.text}\n${fact.trim()}`
      await call('promptsUpdate', { id: prompt.id, body: { data: { text, active: true } } })
    } else {
      await call('promptsCreate', { body: { data: { project: projectId, kind: 'facts', text: fact.trim() } } })
    }
    setFact('')
    await queryClient.invalidateQueries({ queryKey: promptsQuery(projectId).queryKey })
    await queryClient.invalidateQueries({ queryKey: replyContextQuery(leadId).queryKey })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (fact.trim() !== '') void send(add)
      }}
    >
      <Field label="Add a fact" hint="Suggested replies use only your facts." error={error}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              value={fact}
              maxLength={500}
              placeholder="Such as: Free for one user, $9 a month per user"
              onChange={(event) => setFact(event.target.value)}
              className="min-w-0 flex-1"
            />
            <Button type="submit" className="h-10" busy={busy}>
              Add fact
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
