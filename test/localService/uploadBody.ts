export interface UploadedFile {
	part: string;
	fileName: string;
	contentType: string;
	bytes: Buffer;
}

export interface UploadBody {
	files: UploadedFile[];
	texts: Record<string, string>;
}

export const isMultipart = (contentType: string): boolean =>
	/^multipart\/form-data\b/i.test(contentType);

/** Throws an error if `bytes` is not a complete multipart body. */
export async function readUpload(bytes: Buffer, contentType: string): Promise<UploadBody> {
	const response = new Response(new Uint8Array(bytes), {
		headers: { 'content-type': contentType },
	});
	const upload: UploadBody = { files: [], texts: {} };
	for (const [part, value] of (await response.formData()).entries()) {
		if (typeof value === 'string') upload.texts[part] = value;
		else upload.files.push(await toUploadedFile(part, value));
	}
	return upload;
}

async function toUploadedFile(part: string, file: File): Promise<UploadedFile> {
	return {
		part,
		fileName: file.name,
		contentType: file.type,
		bytes: Buffer.from(await file.arrayBuffer()),
	};
}
