/**
 * Paths of any file system that Hadoop opens, as Heddle's storage, in any process that opens files.
 *
 * <p><b>Whose Hadoop.</b> The one of the engine that the process is part of, which says so as a
 * {@link dev.heddle.io.hadoop.ProcessHadoop}; else the one that {@code HEDDLE_HADOOP} names, a
 * class path that {@link dev.heddle.io.hadoop.HadoopLoader} loads apart from Heddle's libraries.
 * What both sides name is in {@code hadoop.files}, in types of the JDK. Nothing of it is loaded
 * before the first path of a scheme that is neither local nor Heddle's own.
 *
 * <p><b>S3</b> is Heddle's own client's, but for an engine that has a connector for it and a
 * session that has no options for S3.
 *
 * <p><b>Reading.</b> Positioned reads; those that are started ahead go on in virtual threads, a
 * bounded number at a time in the process.
 *
 * <p><b>Writing.</b> A file is written under a hidden name, {@code .name.<maker>.tmp} beside it or
 * a file of a staging, and gets its name by a rename, which replaces an older one in one step where
 * the file system can. The maker is a digest of machine, process and start, 36 hexadecimal digits
 * and hyphens: on its machine others see by it whether it lives, elsewhere hidden files go when
 * they are a day old. Leases are renewed ones. A folder that does not exist yet is shown by a
 * rename on file systems where that is one step; on others its files are, under the folder's
 * records.
 */
@NullMarked
package dev.heddle.io.hadoop;

import org.jspecify.annotations.NullMarked;
