/** Hosts are written in small letters; a path of field names with a capital in it is none. */
const addressPattern =
	/(?<![\w.-])(?:\w+:\/\/\S+|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[:/?#]\S*|(?![\w-])))/g;

/** The service's words without the addresses in them, which are the user's: what they spell explains nothing. */
export const removeAddresses = (text: string): string => text.replace(addressPattern, ' ');
