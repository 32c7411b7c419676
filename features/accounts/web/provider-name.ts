import { useQuery } from '@tanstack/react-query'
import type { ProviderName } from '#platform/contract/sign-in.ts'
import { configQuery } from '#platform/web/api/config.ts'
import { providerNames } from '../contract.ts'

/** Returns a function that names the providers. The operator chooses the name of the OpenID provider. */
export function useProviderName(): (provider: ProviderName) => string {
  const { data } = useQuery(configQuery)
  return (provider) => (provider === 'oidc' ? data?.oidcName : null) ?? providerNames[provider]
}
