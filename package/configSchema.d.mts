export function configSchema(): object;
