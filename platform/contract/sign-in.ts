export const tokenScopes = ['read', 'write'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** The sign-in providers (SPEC 4, DECISIONS 10). `oidc` is any OpenID provider that the operator configured. */
export const providers = ['google', 'github', 'reddit', 'oidc'] as const
export type ProviderName = (typeof providers)[number]
