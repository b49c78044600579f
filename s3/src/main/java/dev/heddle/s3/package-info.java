/**
 * Files in S3: Hadoop's S3A gives configuration, credentials, client and requests; listing, ranged
 * reads and uploads are ours.
 *
 * <p>Nothing of Hadoop or of the AWS SDK is loaded before a path of S3 is used. Only this package
 * imports Hadoop's file systems and the SDK.
 *
 * <p><b>Reading.</b> A read is cut into parts of {@link dev.heddle.s3.ReadQueue}, which virtual
 * threads fetch by ranged GETs. Each demands the length and the ETag of the listing, or the time of
 * the last change where the service gives no ETag ({@link dev.heddle.s3.ObjectVersion}). {@link
 * dev.heddle.s3.WindowControl} sets how many are under way at once in the process. Bytes go from
 * the connection into off-heap memory of the reader's account.
 *
 * <p><b>Retry.</b> What may be transient (500, 502, 503, 504, 429, time-outs, broken and short
 * bodies) is tried again from the byte that was reached, with back-off that doubles and is spread
 * at random; the rest is a typed error at once. See {@link dev.heddle.s3.S3Retry}.
 *
 * <p><b>Rate.</b> Every request, a repeated one too, passes its bucket's {@link
 * dev.heddle.io.rate.RequestGate} before it is sent, and an answer 503 or 429 is reported to it.
 * The gate decides how many requests a second are sent, the window how many are under way; while
 * requests wait at the gate what the link delivers says nothing of the window. A thread that waits
 * at the gate holds no lock and can be interrupted, as in a pause.
 *
 * <p><b>Writing.</b> A file is one PUT if it is small, else a multipart upload; both become visible
 * at the end and not before, without a rename or a copy.
 */
@NullMarked
package dev.heddle.s3;

import org.jspecify.annotations.NullMarked;
