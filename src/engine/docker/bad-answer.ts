/** The engine answered, and the answer makes no sense; the message continues "because". `translateError` tells it. */
export class BadAnswer extends Error {}
