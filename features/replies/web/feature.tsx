import { lazy } from 'react'
import { loadOptional } from '#platform/ui/parts.ts'
import type { WebFeature } from '#platform/web/feature.ts'

const ReplyPanel = lazy(() => loadOptional(async () => (await import('./reply-panel.tsx')).ReplyPanel))

const CannedReplies = lazy(() => loadOptional(async () => (await import('./team/canned-replies.tsx')).CannedReplies))

export const repliesFeature: WebFeature = {
  name: 'replies',
  screens: {
    '/app/settings/project/prompts': async () => (await import('./prompts/prompt-settings.tsx')).PromptSettings,
  },
  slots: { replyPanel: ReplyPanel, cannedReplies: CannedReplies },
}
