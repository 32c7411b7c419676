import { z } from 'zod'

/**
 * The states of a message in the outbox (DESIGN 5): queued -> armed (committed before the call) -> sent -> confirmed,
 * or deferred until a time, or refused for good.
 */
const deliveryStates = ['queued', 'armed', 'sent', 'confirmed', 'deferred', 'refused'] as const
export const DeliveryState = z.enum(deliveryStates)
export type DeliveryState = z.infer<typeof DeliveryState>
