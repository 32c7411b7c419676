import { lazy } from 'react'
import { loadOptional } from '#platform/ui/parts.ts'
import type { WebFeature } from '#platform/web/feature.ts'

/** Setup works without it, and doesn't wait for the communities that it looks up. */
const CommunitiesField = lazy(() =>
  loadOptional(async () => (await import('./communities/communities-field.tsx')).CommunitiesField),
)

const CommunityFacts = lazy(() =>
  loadOptional(async () => (await import('./communities/community-facts.tsx')).CommunityFacts),
)

const CommunityPlaybook = lazy(() =>
  loadOptional(async () => (await import('./playbook/community-playbook.tsx')).CommunityPlaybook),
)

const PostThread = lazy(() => loadOptional(async () => (await import('./threads/post-thread.tsx')).PostThread))

const SourceHealth = lazy(() => loadOptional(async () => (await import('./source-health.tsx')).SourceHealth))

export const redditFeature: WebFeature = {
  name: 'reddit',
  screens: { '/app/settings/project/sources': async () => (await import('./sources.tsx')).SourceSettings },
  slots: {
    communityFacts: CommunityFacts,
    communityPlaybook: CommunityPlaybook,
    postThread: PostThread,
    sourceHealth: SourceHealth,
    communities: {
      Field: CommunitiesField,
      unreadable: (queryClient) =>
        import('./communities/use-profiles.ts').then(
          (profiles) => profiles.unreadableCommunities(queryClient),
          // Without this code, the field wasn't shown either, so no communities were chosen in it.
          () => new Set(),
        ),
    },
  },
}
