import { useQuery } from '@tanstack/react-query'
import type { ProviderName } from '#platform/contract/sign-in.ts'
import { buttonClasses } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { LoadedIcon } from '#platform/ui/loaded-icon.tsx'
import { configQuery } from '#platform/web/api/config.ts'
import { useProviderName } from '../provider-name.ts'
import { storeInvitation } from './invitation.ts'
import { useInvited } from './invited.ts'

/** Loaded at run time, since the stylesheet can't know which providers are configured. */
const marks: Record<Exclude<ProviderName, 'oidc'>, string> = {
  google: 'bxl:google',
  github: 'bxl:github',
  reddit: 'bxl:reddit',
}

/** The configured providers, as links, since they lead out of the app (SPEC 7, DECISIONS 10). */
export function ProviderButtons() {
  const { data } = useQuery(configQuery)
  const nameOf = useProviderName()
  const invited = useInvited()
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
              onClick={() => invited && invited.state !== 'over' && storeInvitation(invited.text)}
              className={buttonClasses({ size: 'large' }, 'w-full')}
            >
              {provider === 'oidc' ? (
                <Icon name="key" className="size-5" />
              ) : (
                <LoadedIcon name={marks[provider]} hosts={data.iconHosts} className="size-5" />
              )}
              Continue with {nameOf(provider)}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
