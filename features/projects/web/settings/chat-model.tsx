import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MemberRole } from '#engine/rules/rights.ts'
import type { ModelUse } from '#features/leads/contract.ts'
import { Switch } from '#platform/ui/fields/switch.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { Section } from '#platform/web/forms/section.tsx'
import { whyNot } from '#platform/web/session/roles.ts'
import type { Project } from '../../contract.ts'
import { call } from '../api.ts'
import { projectDetailsQuery } from './queries.ts'

const modelUseQuery = (id: string) =>
  queryOptions({
    queryKey: ['modelUse', id],
    queryFn: async ({ signal }): Promise<ModelUse> => (await call('modelUseFind', { id, signal })).data,
  })

/** The switch for sending posts to the chat model, and how many were sent today. Saved at once. */
export function ChatModel({ project: { id, sendToModel }, role }: { project: Project; role: MemberRole }) {
  const queryClient = useQueryClient()
  const use = useQuery(modelUseQuery(id))
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (on: boolean) =>
      withErrorToast(async () => {
        const { data } = await call('projectsUpdate', { id, body: { data: { sendToModel: on } } })
        queryClient.setQueryData(projectDetailsQuery(id).queryKey, data)
      }),
  })
  const model = use.data?.model ?? null
  return (
    <Section title="Chat model" hint="Reads your best new leads and decides whether each one needs your product.">
      {hasFailed(use) && <FetchFailure query={use} title="Couldn't load chat model usage" />}
      <Switch
        label="Send posts to the chat model"
        hint={hintOf(use.data)}
        checked={model !== null && (isPending ? variables : sendToModel)}
        disabled={model === null || isPending || whyNot(role, 'changeProject') !== null}
        onChange={(on) => mutate(on)}
      />
    </Section>
  )
}

/** Returns what is sent where, and how much is left of the daily limit. */
export function hintOf(use: ModelUse | undefined): string {
  if (use === undefined) return 'Sends the texts of posts and your product description.'
  const { model, postsToday, postsPerDay } = use
  if (model === null) return 'Not connected. To connect, set LLM_BASE_URL and LLM_MODEL on the server.'
  const sent = `${postsToday.toLocaleString('en')} of ${postsPerDay.toLocaleString('en')} posts sent today`
  const resets = postsToday < postsPerDay ? '' : ' The limit resets at 00:00 UTC.'
  return `Sends the texts of posts and your product description to ${model}, and for replies also your prompts and the thread. ${sent}.${resets}`
}
