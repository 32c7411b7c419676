import { opportunitiesTour } from '#features/leads/web/tour.ts'
import type { Tour } from './tour.ts'

/** The tours that there are. A screen adds its own here. */
export const tours: readonly Tour[] = [opportunitiesTour]
