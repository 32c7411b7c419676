import { type Advice, adviceTexts } from './advice.ts'

/** How it is with something that is listened for. */
export type ListeningState = 'active' | 'paused' | 'waiting' | 'retired' | Advice

export const stateTexts: Record<ListeningState, { word: string; text: string }> = {
  active: { word: 'Active', text: 'Listened for' },
  paused: { word: 'Paused', text: 'Not listened for until you resume it' },
  waiting: { word: 'Waits for room', text: 'Paused since your plan has no room for it; it goes on once there is' },
  retired: { word: 'Retired', text: 'Kept for what was said about it, and not listened for' },
  ...adviceTexts,
}

interface Listened {
  status: 'active' | 'paused' | 'retired'
  pausedBy: 'user' | 'quota' | null
}

export function stateOf({ status, pausedBy }: Listened, advice: Advice | null): ListeningState {
  if (status !== 'active') return pausedBy === 'quota' ? 'waiting' : status
  return advice ?? 'active'
}
