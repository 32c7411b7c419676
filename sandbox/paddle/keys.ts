/** The keys of the sandbox's account. Each start has the same ones, as for the sandbox's other parties. */
export const apiKey = 'sandbox-paddle-api-key'
export const clientToken = 'test_sandbox-client-token'
export const webhookSecret = 'sandbox-paddle-webhook-secret'
/** The discount for subscribers who come back. */
export const reactivationDiscount = 'dsc_reactivation'
