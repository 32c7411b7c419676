import { useQuery } from '@tanstack/react-query'
import { buttonClasses } from '#platform/ui/button.tsx'
import { configQuery } from '#platform/web/api/config.ts'
import { call } from '../api.ts'

/** A link to the mail in the sandbox's mailbox, which opens in a new tab. */
export function SandboxMail({ email, size = 'medium' }: { email: string; size?: 'small' | 'medium' }) {
  const { data: config } = useQuery(configQuery)
  const { data } = useQuery({
    queryKey: ['sandbox'],
    queryFn: ({ signal }) => call('sandbox', { signal }),
    enabled: config?.sources.includes('sandbox') === true,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data?.mail) return null
  return (
    <a
      href={`${data.mail.url}?to=${encodeURIComponent(email)}`}
      target="_blank"
      rel="noreferrer"
      className={buttonClasses({ look: 'ghost', size })}
    >
      Open email
    </a>
  )
}
