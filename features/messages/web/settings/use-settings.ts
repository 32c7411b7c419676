import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { MessageSettings, MessageSettingsChange } from '../../contract-outbox.ts'
import { call } from '../api.ts'
import { messageSettingsQuery } from '../inbox/queries.ts'

export interface SettingsPartProps {
  projectId: string
  settings: MessageSettings
  /** Whether the user may only read them. */
  locked: boolean
}

/** Returns functions that change how a project sends messages. Each throws CallError. */
export function useSettings(projectId: string) {
  const queryClient = useQueryClient()
  const show = ({ data }: { data: MessageSettings }) =>
    queryClient.setQueryData(messageSettingsQuery(projectId).queryKey, data)
  return {
    change: async (change: z.input<typeof MessageSettingsChange>) =>
      show(await call('messageSettingsPut', { id: projectId, body: { data: change } })),
    stop: async () => show(await call('messageStopPut', { id: projectId })),
    resume: async () => show(await call('messageStopDelete', { id: projectId })),
  }
}
