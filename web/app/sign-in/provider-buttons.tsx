import { providerNames } from '@earshot/contract/sign-in'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { buttonClasses } from '../../ui/button.tsx'
import { call } from '../api.ts'
import { invitationIn, keepInvitation } from './invitation.ts'

/** What is configured at run time; it stays as long as the page does (DECISIONS 27). */
const configQuery = queryOptions({
  queryKey: ['config'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => call('config', { signal }),
})

/** The other ways in, as far as there are any here: links, since they leave the app (SPEC 7, DECISIONS 10). */
export function ProviderButtons() {
  const { data } = useQuery(configQuery)
  const invitation = invitationIn(useSearchParams()[0])
  if (!data || data.providers.length === 0) return null
  return (
    <>
      <p className="my-6 flex items-center gap-3 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <ul className="flex flex-col gap-3">
        {data.providers.map((provider) => (
          <li key={provider}>
            <a
              href={`/connect/${provider}`}
              onClick={() => invitation && keepInvitation(invitation)}
              className={buttonClasses({ size: 'large' }, 'w-full')}
            >
              Continue with {providerNames[provider]}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
