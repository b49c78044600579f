/**
 * File systems of Hadoop as Heddle sees them: in types of the JDK, so that Hadoop's classes may be
 * those of the user's Hadoop or of the engine around this process, whatever Hadoop Heddle itself
 * has among its libraries. {@code files.client} has the only classes that name Hadoop's, and is
 * loaded where these are.
 */
@NullMarked
package dev.heddle.io.hadoop.files;

import org.jspecify.annotations.NullMarked;
