/** Where the past of a vehicle is shown; of today, unless another period is chosen there. */
export const historyPath = (deviceId: number): string => `/history?devices=${deviceId}`;
