features_4_2 <- float32(whole(4, 2))
