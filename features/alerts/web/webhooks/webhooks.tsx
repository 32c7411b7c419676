import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Button } from '#platform/ui/button.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { configQuery } from '#platform/web/api/config.ts'
import { Paged } from '#platform/web/api/paged.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { Locked, Section } from '#platform/web/forms/section.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { separatePart } from '#platform/web/page/separate-part.tsx'
import { useRole } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import { webhooksQuery } from './queries.ts'
import { WebhookLog } from './webhook-log.tsx'
import { WebhookRow } from './webhook-row.tsx'
import { type ShownSecret, WebhookSecret } from './webhook-secret.tsx'

/** Few people need the form, and it brings the schema of its values. */
const NewWebhook = separatePart(async () => (await import('./new-webhook.tsx')).NewWebhook, {
  title: "Couldn't load the form for a webhook",
  waiting: <Skeleton className="h-28 w-full" />,
})

/** The project's webhooks, and the log of the one that the address names. */
export function Webhooks({ projectId }: { projectId: string }) {
  const query = useQuery(webhooksQuery(projectId))
  const queryClient = useQueryClient()
  const { data: config } = useQuery(configQuery)
  const hasChats = config?.chatAlerts
  const role = useRole()
  const reason = role ? whyNot(role, 'changeProject') : null
  const isLocked = role === undefined || reason !== null
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<ShownSecret | null>(null)
  const [params, setParams] = useSearchParams()
  const opened = isLocked ? undefined : query.data?.find(({ id }) => id === params.get('webhook'))

  function closeLog(): void {
    setParams(
      (before) => {
        before.delete('webhook')
        return before
      },
      { replace: true },
    )
    // A test or a message that was sent again may have changed whether it works.
    void queryClient.invalidateQueries({ queryKey: webhooksQuery(projectId).queryKey })
  }

  return (
    <Section
      title={hasChats ? 'Webhooks and chats' : 'Webhooks'}
      hint={
        <>
          Send leads, mentions, and digests to your own server as signed JSON{hasChats && ', or to a chat'}. Choose what
          goes where in the{' '}
          <Link to={paths.projectNotifications} className="underline underline-offset-3 hover:text-ink">
            alert rules
          </Link>
          .{hasChats === false && ' Slack, Discord, and Telegram are coming soon.'}
        </>
      }
    >
      {reason !== null && <Locked>{reason}</Locked>}
      {isAdding ? (
        <NewWebhook
          projectId={projectId}
          onCreated={(created) => {
            setAdding(false)
            setSecret(created)
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <Button className="self-start" disabled={isLocked} onClick={() => setAdding(true)}>
          {hasChats ? 'New webhook or chat' : 'New webhook'}
        </Button>
      )}
      <RowsState
        name="the webhooks"
        query={query}
        empty={<p className="text-muted">{hasChats ? 'No webhooks or chats yet.' : 'No webhooks yet.'}</p>}
      >
        {(webhooks) => (
          <Paged label="Webhooks" rows={webhooks} pageSize={10}>
            {(webhook) => (
              <WebhookRow
                key={webhook.id}
                projectId={projectId}
                webhook={webhook}
                locked={isLocked}
                onOpenLog={() => setParams({ webhook: webhook.id })}
                onSecret={setSecret}
              />
            )}
          </Paged>
        )}
      </RowsState>
      <WebhookSecret shown={secret} onDone={() => setSecret(null)} />
      {opened && <WebhookLog webhook={opened} onClose={closeLog} />}
    </Section>
  )
}
